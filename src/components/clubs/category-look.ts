/** Topics by prefixes of the words in a folded label, in English and French. The first match counts. */
const ABOUT = {
  sport: 'sport|athle|fitness|foot|rugby|tennis|basket|volley|natation|swim|escalade|climb|danc.*sport|martial|yoga',
  music: 'music|musi|choir|chor|orchest|concert|bands?$|dj',
  stage: 'theat|perform|spectacl|stage|scene|danc|danse|impro|comed|cirque|circus',
  games: 'game|jeux?$|gaming|esport|echec|chess|ludi|游戏',
  screen: 'film|cinema|photo|video|media|press|journal|radio|audiovisuel|television|tv$',
  art: 'art|creati|design|craft|dessin|peint|mode$|fashion',
  technology: 'tech|compu|informati|engineer|ingenie|robot|elect|mecani|mechani|cyber|code|logiciel|softw',
  science: 'scien|math|physi|chim|chem|biolog|astro|research|recherch|space',
  nature: 'environ|natur|ecolog|durable|sustain|outdoor|plein|jardin|garden|animal',
  care: 'solidari|service|volunt|benevol|humanit|charit|caritat|communit|support|entraide|aid',
  health: 'health|sante|wellness|medic|bien',
  world: 'cultur|multicultur|ethnic|internation|monde|world|heritage|global',
  language: 'langu|translat|linguis',
  faith: 'relig|spirit|faith|aumoner|interfaith|chretien|christian|musulman|muslim',
  voice: 'politi|activi|advoca|debat|engag|droits|rights|govern|sga|syndic',
  work: 'profess|career|carriere|business|entrepren|financ|economi|junior|consult|law$|droit$',
  study: 'academ|honor|school|ecole|educat|etudes|scolair|graduate|department|univers|kola|alumni|promo',
  food: 'food|cuisin|gastro|oeno|wine|vin$|the$|tea$|coffee|cafe|cook|biere|beer',
  book: 'book|lectur|litter|liter|livre|ecrit|writ|poet',
  people:
    'student|etudiant|social|vie|fratern|soror|greek|campus|asso|bureau|bde|club|general|interest|hobb|loisir|special',
} as const;

export type CategoryIcon = keyof typeof ABOUT;

const ICONS = Object.entries(ABOUT).map(([icon, words]) => ({
  icon: icon as CategoryIcon,
  fits: new RegExp(`(?:^|[^\\p{L}])(?:${words})`, 'u'),
}));

export const iconOf = (folded: string): CategoryIcon | null =>
  ICONS.find(({ fits }) => fits.test(folded))?.icon ?? null;

/** The class of the icon of a category. */
export const lookOf = (folded: string) => `icon-${iconOf(folded) ?? 'tag'}`;
