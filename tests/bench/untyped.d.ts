declare module 'autocannon' {
  interface Request {
    path?: string;
    setupRequest?: (request: Request) => Request;
  }
  interface Options {
    url: string;
    connections: number;
    duration?: number;
    timeout: number;
    sampleInt: number;
    headers: Record<string, string>;
    requests: Request[];
  }
  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
  }
  interface Tracker extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }
  export default function autocannon(options: Options): Tracker;
}

declare module 'markdown-it' {
  export default class MarkdownIt {
    constructor(options?: { html?: boolean; linkify?: boolean; typographer?: boolean });
    render(text: string): string;
  }
}
