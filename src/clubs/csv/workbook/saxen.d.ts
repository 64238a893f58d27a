/** Types of the functions of saxen that the project uses. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string> | false) => void): this;
    on(event: 'closeTag' | 'text' | 'cdata', listener: (text: string) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    write(xml: string): this;
    end(): void;
  }
}
