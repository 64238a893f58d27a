import { STOPWORDS } from '../directory/stopwords.ts';
import { singularOf } from '../directory/stem.ts';
import { searchWords, Synonyms } from '../directory/synonyms.ts';
import type { CategoryValue } from './match.ts';

/* A ready set of categories for a directory without any, and which of them a club probably belongs to. */

/**
 * Terms in English and French, without accents; their synonyms count as well. A term belongs to the first category that
 * has it, and a longer term counts instead of its words.
 */
const TERMS = {
  sport: `
    sport, sportif, athletics, aikido, american football, archery, badminton, baseball, basketball, billiards,
    boats, bouldering, bowling, boxing, bicycle, canoe, caving, cheerleading, cricket, croquet, crossfit, disc golf,
    diving, dragon boat, fencing, figure skating, fishing, fitness, flying, football, golf, gymnastics, handball,
    harry potter quidditch, quidditch, hiking, hockey, horse, hunting, lacrosse, mountain biking, orienteering,
    paintball, parachute, parkour, pole dance, polo, racing, roller skating, rowing, rugby, running, sailing, self
    defense, shooting, skateboarding, skiing, spikeball, squash, surfing, swimming, table tennis, tennis, ultimate
    frisbee, volleyball, walking, wrestling, yoga, triathlon, motorcycle, camping, bds, bureau des sports, wushu,
    capoeira, kendo, muay thai, tai chi, softball, pickleball, trail, raid, cars, karting, sword fighting`,
  music: `
    music, a cappella, band, choir, dj, drums, gospel, guitar, jazz, karaoke, marching band, piano, rap, rock music,
    folk music, violin, concerts, songwriting, ensemble, philharmonic, chorus, chant, vocal, techno`,
  stage: `
    theatre, dance, dancing, ballet, belly dance, breakdance, circus, comedy, indian dance, musicals, salsa, swing
    dance, tango, zumba, shakespeare, performing arts, arts de la scene, puppets, drama, spectacle, magic`,
  games: `
    games, board games, card games, chess, esports, dungeons and dragons, smash bros, minecraft, lego, quiz,
    puzzles, magic the gathering, anime, cosplay, laser tag, model railroad, scale models, crosswords, science
    fiction, star wars, disney, cooking, food, baking, beer, cheese, cocktails, coffee, tea, wine, sushi, barbecue,
    gourmet, hobby, hobbies, loisirs, knitting, origami, roller coasters, mahjong, oeno`,
  arts: `
    art, painting, drawing, design, crafts, ceramics, calligraphy, embroidery, clothing, mode, photography,
    sculpture, graffiti, woodwork, tattoo, animation, collage, bda, bureau des arts, artist, artistique, museum,
    musee, architecture`,
  media: `
    media, journalism, podcast, television, video, cinema, comics, literature, poetry, writing, yearbook,
    publishing, newspaper, review, fan fiction, revue, magazine, audiovisuel`,
  technology: `
    science, scientist, technology, robotics, coding, cryptography, data science, artificial intelligence,
    electronics, engineering, engineer, ingenieur, maths, physics, chemistry, biology, biochemistry, microbiology,
    nanotechnology, neuroscience, geology, astronomy, space, rockets, drones, 3d printing, blockchain, web design,
    computer, electric cars, cybersecurity, hackathon, linux, marine biology, biomedical, bioengineering, aerospace,
    research, technique, scientific, scientifique, game development, game design, actuarial, statistics, sae`,
  health: `
    health, medicine, nursing, pharmacy, dentistry, veterinary, public health, mental health, nutrition, physical
    therapy, first aid, psychology, wellness, cancer, disease, surgery, optometry, physician, therapy, autism care,
    meditation, disability, suicide, sexual health, kinesiology, alzheimer, diabetes, stroke, emt, healthcare,
    hospital`,
  care: `
    community service, charity, mutual aid, homelessness, homework, blood donation, ecology, environmental, nature,
    climate, gardening, farming, recycling, animals, birds, beekeeping, dogs, secondhand, energy, humanitarian,
    children, service, volunteer, rotaract, circle k, habitat for humanity, unicef, red cross, croix rouge, solidaire,
    mentoring, philanthropy, fundraising, hunger, relief, carpool, urban planning, vegan, conservation, nonprofit,
    outreach, environnemental, green, girl up, tutor, veterinary outreach, orphan, poverty, relay for life, scouting`,
  careers: `
    careers, business, entrepreneurship, finance, consulting, accounting, marketing, economics, law, banking, junior
    entreprise, leadership, professional, professionnel, professionnalisant, real estate, management, supply chain,
    industry, women in business, investment, honors, honor society, academic, education, history, geography,
    anthropology, archaeology, teaching, teachers, pre law, mock trial, sociology, criminal justice, department,
    departmental, hospitality, networking, entrepreneurial, human resources, toastmasters, linguistics, ethics,
    departement, social science`,
  culture: `
    culture, cultural, culturel, international, african, arabic, black, chinese, english, european, exchange
    students, filipino, french, german, greek culture, indian, iranian, italian, japanese, korean, languages, latin
    america, portuguese, powwow, russian, spanish, taiwanese, thai, turkish, vietnamese, asian, caribbean, nigerian,
    pakistani, bangladeshi, nepali, mexican, armenian, hellenic, polish, ukrainian, ethiopian, ghanaian, haitian,
    cuban, colombian, egyptian, lebanese, palestinian, turkic, hong kong, singapore, malaysian, indonesian, tamil,
    sri lankan, cambodian, sign language, multicultural, heritage, travel, translation, intercultural, kurdish,
    albanian, romanian, hungarian, puerto rican, dominican, sinhalese, burmese, mongolian, tibetan, kenyan, israeli,
    afghan, latinx, chicano`,
  faith: `
    religion, religious, spiritual, spirituality, spiritualite, christian, islam, jewish, hindu, buddhism, quran,
    baptist, lutheran, methodist, orthodox, campus crusade, intervarsity, hillel, chabad, chi alpha, newman, sikh,
    bahai, fellowship, ministry, ministries, gospel choir, jesus, christ, prayer, worship, interfaith, god, cru,
    presbyterian, latter day saints, dharma, krishna`,
  society: `
    political science, politics, political, debate, model united nations, human rights, social justice, equality,
    women, femme, gay, democracy, democratie, libertarian, socialist, feminist, lgbtqia, diversity, diversite,
    activist, geopolitique, geopolitics, citizenship, citoyen, advocacy, refugees, peace, union, accessibility,
    autism, policy, discrimination, republican, democrat, conservative, progressive, amendment, liberty, prison,
    justice, philosophy`,
  life: `
    fraternity, greek, panhellenic, student government, student life, vie etudiante, bde, bureau des eleves, bureau
    des etudiants, parties, welcome, residence, residential, hall council, dormitory, student union, class council,
    government, gala, foyer, alumni, campus life, homecoming, senate, transfer students, commuter, cafet, bar,
    orientation, evenementiel, soiree, integration, sigma, alpha, kappa, theta, omega, phi, delta, gamma`,
} as const;

export type ReadyCategory = keyof typeof TERMS;
export const READY_CATEGORIES = Object.keys(TERMS) as ReadyCategory[];

const LONGEST_TERM = 3;
/** Words of many names that synonyms would add. */
const IGNORED = new Set(['graduate']);

export interface ClubTexts {
  name: string;
  shortDescription: string;
  description?: string | undefined;
}

/** In characters. */
const TEXT_READ = 500;
const IN_NAME = 3;
/** A term in the name, or two in the texts. */
const ENOUGH = 2;

class ReadyTerms {
  readonly #byTerm = new Map<string, ReadyCategory>();
  readonly #singulars = new Map<string, string>();

  constructor() {
    const synonyms = new Synonyms();
    const entries = READY_CATEGORIES.flatMap((category) =>
      TERMS[category].split(',').map((term) => ({ category, term })),
    );
    for (const { category, term } of entries) this.#add(term, category);
    for (const { category, term } of entries) {
      for (const synonym of synonyms.of(searchWords(term).join(' ')) ?? []) this.#add(synonym, category);
    }
  }

  #add(term: string, category: ReadyCategory): void {
    const key = this.#wordsOf(term).join(' ');
    if (!this.#byTerm.has(key) && !IGNORED.has(key)) this.#byTerm.set(key, category);
  }

  /** Null if no category is likely. Of equal ones, the first of `TERMS` counts. */
  propose({ name, shortDescription, description = '' }: ClubTexts): ReadyCategory | null {
    const inName = this.#findTerms(name);
    const inTexts = this.#findTerms(`${shortDescription} ${description}`.slice(0, TEXT_READ));
    const scores = READY_CATEGORIES.map((category) => {
      const countIn = (terms: ReadonlyMap<string, ReadyCategory>) =>
        [...terms.values()].filter((other) => other === category).length;
      return IN_NAME * countIn(inName) + countIn(inTexts);
    });
    const best = Math.max(...scores);
    return best < ENOUGH ? null : (READY_CATEGORIES[scores.indexOf(best)] ?? null);
  }

  /** The distinct terms in a text with their categories. */
  #findTerms(text: string): Map<string, ReadyCategory> {
    const words = this.#wordsOf(text);
    const terms = new Map<string, ReadyCategory>();
    for (let at = 0; at < words.length; at += 1) {
      for (let length = LONGEST_TERM; length > 0; length -= 1) {
        const term = words.slice(at, at + length).join(' ');
        const category = this.#byTerm.get(term);
        if (category === undefined) continue;
        terms.set(term, category);
        at += length - 1;
        break;
      }
    }
    return terms;
  }

  #wordsOf(text: string): string[] {
    const words = searchWords(text).filter((word) => !STOPWORDS.has(word));
    return words.map((word) => {
      const singular = this.#singulars.get(word) ?? singularOf(word);
      this.#singulars.set(word, singular);
      return singular;
    });
  }
}

let terms: ReadyTerms | null = null;

/** The ready category that a club probably belongs to; null if there is none. */
export function proposeReady(club: ClubTexts): ReadyCategory | null {
  terms ??= new ReadyTerms();
  return terms.propose(club);
}

/** The labels of the ready categories: the most frequent one of a directory about each, else the default. */
export function findReadyLabels(
  values: readonly CategoryValue[],
  defaults: Readonly<Record<ReadyCategory, string>>,
): Record<ReadyCategory, string> {
  const labels: Partial<Record<ReadyCategory, string>> = {};
  for (const { label } of values) {
    const category = proposeReady({ name: label, shortDescription: '' });
    if (category) labels[category] ??= label;
  }
  return { ...defaults, ...labels };
}
