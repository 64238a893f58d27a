import { wordSet } from '../record/text.ts';

/** English, French and German stop words, folded. Acronyms may leave them out. */
export const STOPWORDS = wordSet(
  `a an and at by for from in of on the to with au aux d de des du en et l la le les pour sur
  am auf bei das dem den der die ein eine fur im mit ohne und vom von zu zum zur`,
);

/** Stop words, and words that many names have. */
export const GENERIC_WORDS = wordSet(
  `association associations asso club clubs group groups groupe organization organizations society societies
  student students etudiant etudiante etudiants etudiantes team teams equipe
  gruppe gruppen hochschulgruppe hochschulgruppen verein vereine studierende studierenden studenten`,
  STOPWORDS,
);

/** Generic words, and those around an interest in a sentence or question: a search by others ignores them. */
export const FILLER_WORDS = wordSet(
  `i my me we you your is are am be do does can could any some there where what which how who why that
  want wants like likes love loves interested looking find join learn get people person into about someone
  je j ma mon mes moi on est y t il elle qui que quoi quel quelle quels quelles ou comment c ce un une
  ich du wir ihr mein meine mich mir was wo wie wer welche gibt es ist sind kann mochte etwas leute
  suche suchen finde finden lerne lernen mache machen mitmachen beitreten interessiere interesse
  faire fait veux voudrais aimerais aime aiment cherche trouver rejoindre apprendre gens personnes`,
  GENERIC_WORDS,
);
