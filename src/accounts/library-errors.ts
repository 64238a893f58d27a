/** What the library throws when it refuses something; its own class is loaded with it alone. */
type Refusal = Error & { statusCode: number; body?: { code?: string } };

/** Whether the library refused something, rather than failed at it. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  error.name === 'APIError' &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;
