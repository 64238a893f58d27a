export const ADDRESS_FORM = 'postgres://user:password@host:5432/database';
const DEFAULT_PORT = 5432;

/** User and password, host, port, database, parameters. */
const ADDRESS =
  /^postgres(?:ql)?:\/\/(?:(?:[^@/?#%,\s]|%[\da-f]{2})*@)?([\w.-]+)(?::(\d+))?\/([\w$.~+-]+)(?:\?([^#]*))?$/i;

/** Parameters with the values that this client supports; `connect_timeout` is in seconds. */
const VALUES = new Map([
  ['sslmode', /^(?:disable|allow|prefer|require|verify-full)$/],
  ['sslnegotiation', /^(?:postgres|direct)$/],
  ['prepare', /^(?:true|false)$/],
  ['target_session_attrs', /^(?:any|primary|read-write)$/],
  ['connect_timeout', /^[1-9]\d{0,2}$/],
]);
/** Parameters that the driver does not know: it would pass them to the server as settings. */
const OWN_PARAMETERS = ['connect_timeout', 'application_name', 'target_session_attrs'];

/** Options of the driver, and parameters of libpq that the driver ignores or that belong before the `?`. */
const UNSUPPORTED =
  /^(?!sslmode$|sslnegotiation$)ssl|^(?:host|hostaddr|port|user|password|dbname|database|max)$|_lifetime$/;

function parseAddress(address: string) {
  const [match, host = '', port = DEFAULT_PORT, database = '', parameters = ''] = ADDRESS.exec(address) ?? [];
  return match === undefined
    ? null
    : { host, port: Number(port), database, parameters: new URLSearchParams(parameters) };
}

function parseValid(address: string) {
  const parsed = parseAddress(address);
  if (!parsed) throw new TypeError('Invalid address of a database');
  return parsed;
}

/** A valid address without user and password: `host:port/database`. */
export function describeAddress(address: string): string {
  const { host, port, database } = parseValid(address);
  return `${host}:${port}/${database}`;
}

/** The error in the address of a PostgreSQL server, without any of its values; null if it is valid. */
export function findAddressIssue(address: string): string | null {
  const parsed = parseAddress(address);
  if (!parsed || parsed.port < 1 || parsed.port > 65_535) {
    return `must be a URL such as ${ADDRESS_FORM}; in the user and password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25`;
  }
  const { parameters } = parsed;
  for (const [name, value] of parameters) {
    // Text after a `?` may be part of a password.
    if (!/^[a-z_][\w.]*$/i.test(name) || value === '') return 'has a parameter without a name or a value after the ?';
    if (UNSUPPORTED.test(name)) return `has the unsupported parameter ${name}`;
    if (parameters.getAll(name).length > 1) return `has the parameter ${name} more than once`;
    if (VALUES.get(name)?.test(value) === false) return `has an unsupported value of the parameter ${name}`;
  }
  const isEncrypted = ['require', 'verify-full'].includes(parameters.get('sslmode') ?? '');
  if (parameters.get('sslnegotiation') === 'direct' && !isEncrypted)
    return 'needs sslmode=require or sslmode=verify-full for sslnegotiation=direct';
  return null;
}

/** Reads a valid address. What it does not set is null. */
export function readClientAddress(address: string) {
  const { host, port, parameters } = parseValid(address);
  const seconds = parameters.get('connect_timeout');
  const applicationName = parameters.get('application_name');
  for (const name of OWN_PARAMETERS) parameters.delete(name);
  return {
    // For the driver, without parameters that it interprets differently.
    driver: [address.replace(/\?.*$/s, ''), parameters.toString()].filter(Boolean).join('?'),
    host,
    port,
    sslMode: parameters.get('sslmode'),
    // In ms.
    connectTimeout: seconds === null ? null : Number(seconds) * 1000,
    applicationName,
  };
}
