import { foldForSearch } from '../record/fold.ts';
import { singularOf } from './stem.ts';

/*
 * Synonyms in English and French, one group per line, without accents. The terms after a semicolon find the others but are
 * not found by them, because they also mean something else.
 */
const GROUPS = `
3d printing, impression 3d, makerspace, fablab, maker
a cappella, acapella, acappella
a cappella, choir, choral, chorale, choeur, singing; chorus, chant, vocal
accessibility, disability, handicap; inclusion
accounting, comptabilite
africa, afrique, african, africain
aikido, judo, karate, taekwondo, martial arts, arts martiaux, jujitsu, jiu jitsu, kung fu
alumni, graduates; anciens, anciens eleves
american football, flag football, football americain
animals, animaux, animal welfare; pets
animation, animated films, dessins animes, film animation
anime, manga; japanimation
anthropology, anthropologie
arabic, arabe, arab
archaeology, archeology, archeologie
archery, tir a l arc
architecture
art, arts, beaux arts
artificial intelligence, intelligence artificielle, machine learning; ai, ia, ml
astrology, astrologie
astronomy, astronomie, stargazing, astrophysics, astrophotography, astrophotographie
athletics, athletisme, track and field
autism, autisme, neurodiversity, neurodivergent
badminton
baking, patisserie, cakes, gateaux
ballet, danse classique
band, orchestra, orchestre, fanfare, symphony
banking, banque
bar, foyer
barbecue, grilling, bbq
baseball, softball
basketball, basket ball; basket
beatbox, beat box, beatboxing
beekeeping, bees, abeilles, apiculture, beekeepers
beer, biere, brewing, brassage; brasserie
belly dance, danse orientale
bicycle, bike, cycling, velo, cyclisme, cyclotourisme, biking
billiards, pool, snooker, billard
biochemistry, biochimie
biology, biologie, life sciences
birds, oiseaux, ornithology, birdwatching, ornithologie, birding
black, african american, afro; african, africain
blockchain, cryptocurrency, bitcoin, web3; crypto
blood donation, don du sang
board games, jeux de societe, jeux de plateau, tabletop; boardgames
boats, bateaux, boating
bouldering, climbing, escalade, grimpe, mountaineering, alpinisme; bloc
bowling
boxing, boxe, kickboxing
breakdance, break dance, breaking, hip hop dance
buddhism, buddhist, bouddhisme, bouddhiste
business, entreprise
calligraphy, calligraphie, lettering
camping, bivouac, outdoor recreation
canoe, kayak, paddling
card games, jeux de cartes, poker, belote, tarot
careers, carrieres, emploi, internships; jobs, stages
carpool, covoiturage
cars, automobile, voitures, motorsport, sport automobile, formula sae
caving, spelunking, speleologie, speleology
ceramics, pottery, poterie, ceramique
charity, humanitarian, humanitaire, solidarity, solidarite, caritatif
cheerleading, cheerleaders, pom pom
cheese, fromage
chemistry, chimie
chess, echecs
children, enfants, kids
chinese, chinois, china, chine
christian, chretien, church, eglise, bible, christianity
cinema, film, films, movies; movie night, audiovisuel
circus, cirque, juggling, jonglage, jonglerie
climate, climat, climate change
clothing, fashion, couture, sewing, tailoring; mode, cousu
cocktails, mixology, bartending
coding, programming, programmation, software, computer science, informatique, developpement logiciel; computing, code, developer
coffee, cafe
collage, scrapbooking
comedy, stand up, humour, improv, improvisation, impro
comics, bande dessinee, bandes dessinees; bd
community service, volunteering, volunteer, benevolat, benevole
concerts, live music
consulting, conseil
cooking, cuisine, gastronomie, culinary, cookery, meal prep; food, chef
cosplay, costumed play
crafts, artisanat, bricolage, handicraft, loisirs creatifs; diy, craft
cricket
croquet, petanque, boules
crossfit
crosswords, mots croises, scrabble
cryptography, cybersecurity, cybersecurite, hacking, securite informatique, infosec; cyber security, ctf
dance, danse; dancing
data science, statistics, science des donnees, big data
debate, debat, eloquence, public speaking, art oratoire, rhetoric, toastmasters
dentistry, dental, pre dental
design, graphisme, graphic design
disc golf
disney
diving, scuba, plongee
dj, djing, deejay, electronic music, musique electronique, techno
dogs, chiens
dragon boat
drawing, dessin, sketching, illustration
drones, uav, quadcopter, unmanned aerial, model aircraft, aeromodelisme
drums, drumming, percussion, batterie; drum
dungeons and dragons, role playing, roleplaying, jeux de role, jdr, rpg; dnd, d d
ecology, ecologie, environment, environnement, sustainability, developpement durable, climate action, environmentalism
economics, economie
electric cars, electric vehicle, solar car, vehicule electrique
electronics, electronique, arduino
embroidery, broderie, needlework
energy, energie, renewable energy
engineering, ingenierie
english, anglais
entrepreneurship, entrepreneuriat, startup, startups, start up, founders
catholic, catholique
equality, egalite, feminism, feminisme; women, femmes
esports, e sport, esport, gaming, video games, jeux video, gamers; videogames
ethics, ethique
european, europe, europeen
exchange students, international students, etudiants internationaux, erasmus, etudiants etrangers
fan fiction, fanfiction
farming, agriculture, agronomie, farm
fencing, escrime
figure skating, ice skating, patinage artistique
filipino, philippines
finance, investment, investissement, investing, trading; stocks, stock market
firefighting, fire fighters, pompiers
first aid, premiers secours, secourisme, emergency medical
fishing, peche
fitness, musculation, weightlifting, halterophilie, bodybuilding, powerlifting; gym
flying, aviation, avions, aircraft, aeronautics, aeronautique, gliding, vol a voile, planeur, paragliding, parapente, pilots
folk music, folk dance, musique traditionnelle, danse folklorique
football, soccer, futsal; foot
foraging, mushrooms, mycology, mycologie
fraternity, sorority, greek life
french, francais, france, francophone
games, jeux, ludique; game
gardening, garden, jardin, jardinage, potager, permaculture; plants
gay, lesbian, lgbt, lgbtq, lgbtqia, queer, transgender; pride
genealogy, genealogie, ancestry
geography, geographie
geology, geologie
german, allemand, germany, allemagne
golf
gospel
graffiti, street art
greek, grec, greece, grece, hellenic
guitar, guitare
gymnastics, gymnastique, gym artistique
handball
harry potter, quidditch, quadball
health, sante, wellness, bien etre
heritage, patrimoine
hiking, randonnee, trekking, backpacking, outdoors, outing, outdoor recreation, randonnees
hindu, hinduism, hindouisme
history, histoire
hockey, ice hockey, hockey sur glace
homelessness, homeless, sans abri, maraude
homework, tutoring, tutorat, soutien scolaire; mentoring, parrainage
horse, horseback riding, horse riding, equitation, equestrian, cheval; riding
human rights, droits de l homme, amnesty
hunting, chasse
indian dance, bollywood, bhangra
indian, inde, india, south asian
iranian, persian, iran
islam, muslim, musulman
italian, italien, italy, italie
japanese, japonais, japan, japon
jazz, big band
jewish, juif, juive, judaism
journalism, journalisme, newspaper, journal, magazine; press, presse
junior entreprise; je
karaoke
knitting, tricot, crochet, crocheting; wool, laine
korean, coreen, korea, coree, k pop
lacrosse
languages, langues, language exchange, tandem linguistique, linguistics, linguistique
laser tag
latin america, amerique latine, latino, latina, hispanic
law, droit, juridique, pre law; legal
leadership
lego
literature, litterature, books, livres, book club, club de lecture; reading, lecture
magic the gathering, trading card game, pokemon
magic, magie, illusion, prestidigitation
marching band
marine biology, oceanography, oceanographie, marine science
marketing, publicite, advertising
maths, mathematics, mathematiques; math
medicine, medecine, pre med, medical; premed
meditation, mindfulness, pleine conscience, relaxation
mental health, sante mentale
microbiology, microbiologie
military, rotc, veterans, armee
minecraft
mock trial, moot court
model railroad, model trains, model train, ferroviaire
model united nations, model un
motorcycle, moto, motorbike
mountain biking, vtt
music, musique, musicians, musiciens
musicals, musical theatre, musical theater, comedie musicale, opera, broadway
mutual aid, entraide
nanotechnology, nanotech
nature, plein air, outdoors
neuroscience, neurosciences, brain
nursing, nurses, infirmier
nutrition, dietetics, dietetique
orienteering, course d orientation
origami
paintball, airsoft
painting, peinture
parachute, parachutisme, skydiving
parkour, freerunning
parties, fetes, soirees, nightlife; party, fete
pharmacy, pharmacie, pharmaceutical
philosophy, philosophie
photography, photographie, photo, photos, photographers
physical therapy, kinesitherapie
physics, physique
piano, keyboard
podcast, radio, broadcasting
poetry, poesie, creative writing, spoken word; writing, ecriture, slam
pole dance
politics, politique, democrats, republicans; political
polo
portuguese, portugais, brazilian, bresilien, brazil, bresil
powwow, native american, indigenous, amerindien
psychology, psychologie
public health, sante publique
puppets, marionnettes
puzzles, escape game, speedcubing, rubik; cubes
quiz, trivia, culture generale, quizbowl
quran, coran
racing, karting, go kart
rap, hip hop
recycling, recyclage, reparation, upcycling, zero waste, zero dechet
refugees, refugies, migrants
religion, faith, foi, aumonerie
research, recherche
robotics, robotique, robots
rock music, rock band
rockets, rocketry, fusees, aerospace, aerospatial
roller coasters, theme parks, amusement parks, thrill rides
roller skating, rollers, skating, patinage, patins
rowing, aviron, crew team
rugby
running, course a pied, jogging, marathon; runners
russian, russe, russia, russie, slavic
sailing, voile, yachting, nautique
salsa, latin dance, danses latines, bachata
scale models, maquettes, miniatures, wargames, figurines, modelisme
science fiction, sci fi, fantasy
scouting, scoutisme, scouts
sculpture
secondhand, friperie, thrift
self defense, self defence, krav maga
shakespeare
shooting, marksmanship, tir sportif
skateboarding, skateboard; skate
skiing, ski, snowboard, snowboarding
smash bros, super smash, fighting games
social justice, justice sociale, activism, activisme
social work, travail social
space, espace, spaceflight
spanish, espagnol, spain, espagne, espanol
spikeball, roundnet
squash, racquetball
star wars, star trek
student government, student council, student senate, conseil etudiant
surfing, surf, windsurf, kitesurf
sushi
swimming, natation, piscine, water polo; swim
swing dance, lindy hop, swing
sword fighting, fencing, hema, medieval combat, medieval, medievale
table tennis, ping pong, tennis de table
taiwanese, taiwan
tango, ballroom, ballroom dance, danse de salon
tattoo, tatouage
tea, tea ceremony, ceremonie du the
technology, technologie, high tech
television, film production, video production, filmmaking
thai, thailand
theatre, theater, acting, drama; plays
translation, traduction, translators
travel, voyage, voyages
turkish, turc, turkey, turquie
ultimate frisbee, ultimate, frisbee
urban planning, urbanisme
vegan, vegetarian, vegetarien, vegetalien
veterinary, veterinaire, pre vet
video, videography, film making, montage video
vietnamese, vietnamien, vietnam
violin, violon, strings, cello
volleyball, volley ball, volley, beach volley
walking, marche
web design, web development, app development, developpement web
welcome, accueil, integration week
wine, vin, vins, oenologie, oenology, wine tasting
woodwork, woodworking, menuiserie, carpentry
wrestling, lutte
yearbook
yoga, pilates
zumba, aerobics, fitness dance
`;

/** The folded words of a text, split like in the database. */
export function searchWords(text: string): string[] {
  return foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The same for the singular and the plural of a term. */
const keyOf = (term: string) => term.split(' ').map(singularOf).join(' ');
export const toTerm = (text: string) => searchWords(text).join(' ');
export const toTerms = (text: string) => text.split(',').map(toTerm).filter(Boolean);

type ByTerm = Map<string, ReadonlySet<string>>;

function add(byTerm: ByTerm, term: string, others: readonly string[]): void {
  const known = byTerm.get(keyOf(term)) ?? [];
  byTerm.set(keyOf(term), new Set([...known, ...others.filter((other) => other !== term)]));
}

// Once: folding takes several milliseconds.
const BUILT_IN: ByTerm = new Map();
for (const line of GROUPS.trim().split('\n')) {
  const [mutual = '', oneWay = ''] = line.split(';');
  const group = toTerms(mutual);
  for (const term of [...group, ...toTerms(oneWay)]) add(BUILT_IN, term, group);
}

/** The terms that a folded term also finds. */
export class Synonyms {
  readonly #byTerm: ByTerm = new Map(BUILT_IN);

  constructor(meanings: readonly { term: string; meaning: string }[] = []) {
    for (const { term, meaning } of meanings) add(this.#byTerm, toTerm(term), toTerms(meaning));
  }

  /** Without the term itself; undefined if there are none. */
  of(term: string): readonly string[] | undefined {
    const others = this.#byTerm.get(keyOf(term));
    return others && [...others];
  }
}
