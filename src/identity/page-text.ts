import type { RehypePlugin } from '@astrojs/markdown-remark';
import { paths } from '../paths.ts';

/** What the text of a page names beside it. */
export interface Named {
  /** The files of pictures in Markdown, from the folder of the page; those of HTML are passed on as they stand. */
  pictures: Set<string>;
  /** The addresses of files of the association, also in HTML. */
  files: Set<string>;
}

interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

function* elementsOf(node: HtmlNode): Generator<HtmlNode> {
  if (node.type === 'element') yield node;
  for (const child of node.children ?? []) yield* elementsOf(child);
}

/** As it stands, when it is no address that can be decoded. */
function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** What a text in Markdown names, found in its tree: code and comments name nothing. */
export async function findNamed(text: string): Promise<Named> {
  // Loaded for a build alone: it takes longer than all the rest of a start.
  const [{ unified }, { default: rehypeRaw }] = await Promise.all([
    import('@astrojs/markdown-remark'),
    import('rehype-raw'),
  ]);
  const pictures = new Set<string>();
  const collect: RehypePlugin = () => (tree) => {
    for (const { tagName, properties } of elementsOf(tree)) {
      const { src } = properties ?? {};
      // The same as Astro takes for one of the folder.
      if (tagName !== 'img' || typeof src !== 'string' || URL.canParse(src) || src.startsWith('/')) continue;
      pictures.add(decode(src));
    }
  };
  const files = new Set<string>();
  const collectFiles: RehypePlugin = () => (tree) => {
    for (const { properties } of elementsOf(tree)) {
      for (const address of [properties?.href, properties?.src]) {
        if (typeof address === 'string' && address.startsWith(paths.files)) files.add(decode(address));
      }
    }
  };
  const renderer = await unified({ rehypePlugins: [collect, rehypeRaw, collectFiles] }).createRenderer({
    syntaxHighlight: false,
  });
  await renderer.render(text);
  return { pictures, files };
}
