import { setImmediate } from 'node:timers/promises';
import { STOPWORDS } from '../directory/stopwords.ts';
import { singularOf } from '../directory/stem.ts';
import { searchWords, Synonyms } from '../directory/synonyms.ts';

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
const CATEGORIES = Object.keys(TERMS) as ReadyCategory[];

/** Words of many names that synonyms would add. */
const IGNORED = 'graduate';
const LONGEST_TERM = 3;

const wordsOf = (text: string): string[] =>
  searchWords(text)
    .filter((word) => !STOPWORDS.has(word))
    .map(singularOf);

let cached: Map<string, ReadyCategory> | null = null;

/** The categories by their terms, then by synonyms. */
function categoriesByTerm(): Map<string, ReadyCategory> {
  if (cached) return cached;
  const synonyms = new Synonyms();
  const terms = CATEGORIES.flatMap((category) => TERMS[category].split(',').map((term) => ({ category, term })));
  const others = terms.flatMap(({ category, term }) =>
    (synonyms.of(searchWords(term).join(' ')) ?? []).map((synonym) => ({ category, term: synonym })),
  );
  // The first one of a term counts.
  const entries = [...terms, ...others].map(({ category, term }) => [wordsOf(term).join(' '), category] as const);
  cached = new Map(entries.filter(([term]) => term !== IGNORED).reverse());
  return cached;
}

/** The categories of the distinct terms in a text. */
function findCategories(text: string): ReadyCategory[] {
  const byTerm = categoriesByTerm();
  const words = wordsOf(text);
  const found = new Map<string, ReadyCategory>();
  for (let at = 0; at < words.length; at += 1) {
    for (let length = LONGEST_TERM; length > 0; length -= 1) {
      const term = words.slice(at, at + length).join(' ');
      const category = byTerm.get(term);
      if (category === undefined) continue;
      found.set(term, category);
      at += length - 1;
      break;
    }
  }
  return [...found.values()];
}

export interface ClubTexts {
  name: string;
  shortDescription?: string | undefined;
  description?: string | undefined;
}

/** In characters. */
const TEXT_READ = 500;
const IN_NAME = 3;
/** A term in the name, or two in the texts. */
const ENOUGH = 2;

/** The ready category that a club probably belongs to, of equal ones the first; null if there is none. */
export function proposeReady({ name, shortDescription = '', description = '' }: ClubTexts): ReadyCategory | null {
  const inName = findCategories(name);
  const inTexts = findCategories(`${shortDescription} ${description}`.slice(0, TEXT_READ));
  const score = (category: ReadyCategory) =>
    IN_NAME * inName.filter((other) => other === category).length +
    inTexts.filter((other) => other === category).length;
  const best = CATEGORIES.reduce((best, category) => (score(category) > score(best) ? category : best));
  return score(best) < ENOUGH ? null : best;
}

/** The number of clubs handled before the event loop gets a turn. */
const BATCH = 500;

/** The ready categories of many clubs; those without one are left out. */
export async function proposeForAll<Club>(
  clubs: readonly Club[],
  textsOf: (club: Club) => ClubTexts,
): Promise<Map<Club, ReadyCategory>> {
  const proposals = new Map<Club, ReadyCategory>();
  for (const [index, club] of clubs.entries()) {
    if (index % BATCH === 0) await setImmediate();
    const category = proposeReady(textsOf(club));
    if (category) proposals.set(club, category);
  }
  return proposals;
}
