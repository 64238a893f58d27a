import { foldForSearch } from '../record/fold.ts';

/** Synonyms in English and French, one group per line. */
const GROUPS = `
acting, theatre, theater, drama, improv, improvisation
charity, humanitarian, humanitaire, solidarity, solidarite, caritatif
aikido, judo, karate, taekwondo, martial arts, arts martiaux
animals, animaux, pets
animated films, dessins animes, film animation
archery, tir a l'arc
art, arts, beaux-arts
astronomy, astronomie, stargazing
athletics, athletisme, track and field
baking, patisserie, cakes, gateaux
ballet, danse classique
band, orchestra, orchestre, fanfare
baseball, softball
basketball, basket, basket-ball
beekeeping, bees, bee, abeilles, apiculture, rucher
beer, biere, brewing, brassage, brasserie
bike, bicycle, cycling, velo, cyclisme, cyclotourisme
biology, biologie, life sciences
birds, oiseaux, ornithology, birdwatching, ornithologie
blood donation, don du sang
board games, jeux de societe, jeux de plateau, tabletop games
boats, bateaux, boating
bouldering, bloc, escalade de bloc
boxing, boxe, kickboxing
bridge, card games, jeux de cartes, cards, cartes, poker, belote, tarot
business, entrepreneurship, entrepreneuriat, startup, start-up, entreprise
calligraphy, calligraphie, lettering
camping, bivouac, scouting, scoutisme, scouts
canoe, kayak, canoe-kayak, paddling
careers, carrieres, jobs, emploi, internships
cars, automobile, voitures, motorsport, sport automobile
ceramics, pottery, poterie, ceramique
cheerleading, pom-pom
cheese, fromage
chemistry, chimie
chess, echecs
children, enfants, kids
chinese, chinois, china, chine
choir, choral, chorus, chorale, choeur, singing, chant, a cappella
christian, chretien, church, eglise, bible, catholic, catholique
cinema, film, films, movies, movie, audiovisuel
circus, cirque, juggling, jonglage, jonglerie
climbing, climb, escalade, grimpe, mountaineering, alpinisme
climate, climat, climate change
coding, programming, programmation, developpement, informatique, computing, computer science, software
coffee, cafe
comedy, humour, stand-up
comics, bande dessinee, bd, manga, anime
community service, volunteering, benevolat, volunteer, benevole
concerts, concert, live music, gigs
cooking, cuisine, food, gastronomie, culinary, cookery
cosplay, costumes, costumed play
crafts, craft, artisanat, bricolage, diy, handicraft, loisirs creatifs
cryptography, cybersecurity, cybersecurite, hacking, securite informatique
culture, cultural, culturel
dance, dancing, danse, dancers
data science, machine learning, artificial intelligence, intelligence artificielle, ia
debate, debating, debat, debats, eloquence, public speaking, art oratoire, rhetoric
design, graphisme, graphic design
disability, handicap, inclusion, accessibility
diving, scuba, plongee
dogs, chiens, dog
drawing, dessin, sketching, illustration
drones, drone, model aircraft, modelisme, aeromodelisme
ecology, ecologie, environment, environnement, sustainability, developpement durable, climate action
economics, economie, finance, investment, investissement
electronics, electronique, arduino
engineering, ingenierie, ingenieur
english, anglais
esports, e-sport, esport, gaming, video games, jeux video, gamers
equality, egalite, feminism, feminisme, women, femmes
exchange students, international students, etudiants internationaux, erasmus, echange
fashion, mode, couture, sewing, stitching, tailoring
fencing, escrime
first aid, premiers secours, secourisme
fishing, peche
fitness, musculation, gym, weightlifting, halterophilie, bodybuilding
flying, aviation, aeronautics, aeronautique, gliding, vol a voile, planeur, paragliding, parapente
football, soccer, foot, futsal
french, francais, france
frisbee, ultimate, ultimate frisbee
games, game, jeux, jeu, ludique
gardening, garden, jardin, jardinage, potager, permaculture, plants, plantes
geography, geographie
geology, geologie
german, allemand, germany, allemagne
graduates, alumni, anciens, anciens eleves
guitar, guitare
gymnastics, gymnastique, gym artistique
health, sante, wellness, bien-etre
heritage, patrimoine
hiking, randonnee, walking, trekking
history, histoire
homework, tutoring, tutorat, soutien scolaire, mentoring, parrainage
honey, miel
horse, horses, riding, equitation, equestrian, cheval, chevaux
islam, muslim, musulman
italian, italien, italy, italie
japanese, japonais, japan, japon
jazz, swing, big band
jewish, juif, juive
journalism, journalisme, newspaper, journal, press, presse, magazine
knitting, tricot, crochet, wool, laine
korean, coreen, korea, coree, k-pop
languages, langues, language exchange, tandem linguistique, linguistics
latin america, amerique latine, latino
law, droit, juridique, legal
lgbt, lgbtq, lgbtqia, queer
literature, litterature, reading, books, livres, book club, club de lecture
magic, magie, illusion, prestidigitation
maths, mathematics, mathematiques, math
medicine, medecine, medical
meditation, mindfulness, pleine conscience, relaxation
scale models, maquettes, miniatures, wargames, figurines
music, musique, musicians, musiciens
musicals, musical theatre, comedie musicale, opera
nature, outdoors, plein air, outdoor
orienteering, course d'orientation
painting, peinture
parties, party, fete, fetes, soirees, nightlife
petanque, boules
philosophy, philosophie
photography, photo, photographie, photos
physics, physique
podcast, radio, broadcasting
poetry, poesie, writing, ecriture, creative writing, slam
politics, politique, government
psychology, psychologie
puzzles, escape game, rubik, speedcubing, cubes
quiz, trivia, culture generale
rap, hip hop, hip-hop
recycling, recyclage, repair, reparation, upcycling, zero waste, zero dechet
refugees, refugies, migrants
religion, faith, foi, aumonerie
robotics, robotique, robots
rockets, rocketry, fusees, aerospace, aerospatial
role-playing, roleplaying, jeux de role, jdr, rpg
roller, rollers, skating, patinage, patins
rowing, aviron
running, course a pied, jogging, marathon, trail
sailing, voile, yachting
salsa, latin dance, danses latines, bachata
science, sciences, scientifique
skateboarding, skate, skateboard
skiing, ski, snow, neige, snowboard
entraide, mutual aid
spanish, espagnol, spain, espagne
sport, sports, athletic
surf, surfing, windsurf, kitesurf
swimming, natation, swim, piscine
table tennis, ping-pong, tennis de table
tea ceremony, ceremonie du the
technology, technologie, tech, high-tech
tennis, padel
travel, voyage, voyages, trips
vegan, vegetarian, vegetarien, vegetalien
volleyball, volley, volley-ball, beach volley
water polo, water-polo
wine, vin, vins, oenologie, oenology, wine tasting
woodwork, woodworking, menuiserie, carpentry
yoga, pilates
`;

const BY_TERM = new Map<string, readonly string[]>();
for (const line of GROUPS.trim().split('\n')) {
  const group = line.split(', ').map((term) => searchWords(term).join(' '));
  for (const term of group) BY_TERM.set(term, group);
}

/** The folded words of a text, split like in the database. */
export function searchWords(text: string): string[] {
  return foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The synonyms of a term, which include it; undefined if there are none. */
export const synonymsOf = (term: string): readonly string[] | undefined => BY_TERM.get(term);
