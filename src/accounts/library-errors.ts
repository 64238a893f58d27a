/** Whether the library refused something, rather than failed at it; its own class is loaded with it alone. */
export const isAPIError = (error: unknown): error is Error & { statusCode: number; body?: { code?: string } } =>
  error instanceof Error && error.name === 'APIError' && 'statusCode' in error && typeof error.statusCode === 'number';
