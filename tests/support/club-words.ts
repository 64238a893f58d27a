/* Words for the names, categories and texts of generated clubs. */

const list = (text: string): string[] => text.trim().split(/\s+/);

/** With the empty word, a name has three words. */
export const FIRST = [
  '',
  ...list(`Active Alumni Applied Blue Bright Campus Central Club Creative Digital Émigré Evening First Free Friday Global
    Golden Grand Green Happy Independent Joint Junior Little Modern Monday Mutual New Night Noble Northern Old Open
    Outdoor Red Royal Senior Silver Southern Student Sunday United Urban Western Wild Young Zürich`),
];

export const TOPIC =
  list(`Accounting Acrobatics Aikido Algorithms Animation Anime Archery Architecture Astronomy Athletics
  Aviation Badminton Baking Ballet Bánh Baseball Basketball Biology Blues Boxing Bridge Broadcasting Business Capoeira
  Ceramics Chemistry Chess Choir Cinema Climbing Coding Cooking Cosmology Cricket Curling Cycling Dance Debate Design
  Diving Drama Échecs Ecology Economics Électronique Esperanto Fashion Fencing Fiction Film Finance Flute Football
  Forestry Français Gardening Genetics Geology Go Golf Guitar Gymnastics Handball Harmony Health Hiking History Hockey
  Improv Jazz Journalism Judo Juggling Karate Kayak Kendo Knitting Lacrosse Law Linguistics Literature Magic Marketing
  Maths Mechatronics Medicine Meditation Music Nutrition Œnologie Opera Origami Painting Parkour Philosophy Photography
  Physics Ping-Pong Poetry Poker Polo Psychology Quidditch Radio Robotics Rowing Rugby Running Sailing Salsa Sculpture
  Skating Skiing Sociology Squash Statistics Surfing Swimming Taekwondo Tango Tea Tennis Theatre Trading Travel
  Triathlon Ultimate Volleyball Wellness Wine Writing Yoga Zoology`);

export const KIND = list(`Alliance Assembly Association Band Brigade Bureau Circle Club Collective Community Company
  Council Crew Ensemble Equipe Forum Foundation Fraternity Group Guild Initiative Institute Lab League Network Office
  Project Society Sorority Squad Team Union Workshop`);

export const PLACE =
  list(`Aalto Angers Arles Basel Berlin Bern Boston Bremen Brest Caen Cork Delft Dijon Dublin Évry Gent
  Graz Ghent Göttingen Île Irvine Jena Kraków Leiden Lille Linz Łódź Lund Lyon Mainz Malmö Metz Milan Nancy Nantes Nice
  Oslo Oxford Padua Paris Pau Porto Prague Reims Rennes Riga Rouen Siena Sète Tours Trier Turin Ulm Vienna Vilnius York`);

/** The most frequent first. */
export const CATEGORIES =
  `Sports, Arts and Culture, Music, Academic, Career and Professional, Health and Wellness, Games,
  International, Community Service, Religious and Spiritual, Media, Environment, Technology, Dance, Theatre, Politics,
  Food and Drink, Outdoors, Languages, Residential Life, Entrepreneurship, Honours, Équitation, Œuvres sociales`
    .split(',')
    .map((label) => label.trim());

const SENTENCES = [
  'We meet every **Tuesday** in the *small hall* and welcome whoever comes by.',
  'No experience is needed: bring yourself, and something to write with.',
  'The dues are [explained here](https://example.org/dues) and cover the material.',
  'Members of all years and of all faculties take part, and most of them stay for years.',
  'Our next event is on the *last Friday* of the month; see the `#events` channel.',
  'Each spring we travel together, and each autumn we **show what we have learned**.',
  'Write to [the board](mailto:board@example.org) and come to a first meeting.',
  'Founded by three friends, the club has grown to more than two hundred people.',
];

/** Distinct short descriptions of about 300 characters of Markdown. */
export function makeTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const at = (step: number) => SENTENCES[(index * 3 + step * (1 + (index % 5))) % SENTENCES.length] ?? '';
    const text = `Group ${index}. ${at(1)} ${at(2)}`;
    return index % 4 === 0 ? `${text}\n\n- ${at(3)}\n- ${at(4)}` : `${text} ${at(3)}\n\n${at(4)}`;
  });
}
