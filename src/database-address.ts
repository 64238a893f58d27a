/** Where the database of an address is, without the user and the password: `host:port/database`. */
export function describeAddress(address: string): string {
  const { hosts, database } = takeApart(address);
  const places = hosts.map(({ name, port }) => `${name}:${port ?? DEFAULT_PORT}`);
  return `${places.join(',')}/${database}`;
}

const DEFAULT_PORT = '5432';

const FORM = 'postgres://user:password@host:5432/database';

/** What is wrong with the address of a PostgreSQL server, in words that hold nothing of it; null when nothing is. */
export function findAddressFault(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address)) return `must begin with postgres:// or postgresql://, as ${FORM} does`;
  const { user, hosts, database, rest } = takeApart(address);
  // The driver takes what follows the first @ for hosts, and a comma there for a second one.
  const isAmbiguous = /[@#]/.test(rest) || (user.includes('@') && /,|%2c/i.test(address));
  if (isAmbiguous || !isEscapedWell(user)) {
    return 'has a sign in its user, password or database that must be escaped: @ is %40, / %2F, ? %3F, # %23, % %25';
  }
  if (hosts.some(({ name }) => name === '')) return `must name a host, as ${FORM} does`;
  if (hosts.some(({ name }) => name.startsWith('['))) return 'must give its host by name or as an IPv4 address';
  if (hosts.some(({ name }) => !/^[\w.-]+$/.test(name))) return 'has a host that is neither a name nor an IPv4 address';
  if (!hosts.every(({ port }) => isPort(port))) return 'must have a port from 1 to 65535';
  if (database === '') return `must name a database, as ${FORM} does`;
  if (!/^[\w$.~+-]+$/.test(database)) return 'has a database name with other signs than letters, digits, _ and -';
  const parameterFault = findParameterFault(readParameters(address));
  if (parameterFault) return parameterFault;
  const one = address.replace(hosts.map(({ text }) => text).join(','), 'host');
  return URL.canParse(one) ? null : `must be an address such as ${FORM}`;
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-full'];

/** The modes that other values stand for: with `ssl=true` the driver checks the certificate. */
const SAME_MODES: Readonly<Record<string, string>> = { system: 'verify-full', true: 'verify-full', false: 'disable' };

/** The parameters that are taken, with the values that are; without values any. */
const TAKEN: Readonly<Record<string, readonly string[] | null>> = {
  application_name: null,
  options: null,
  sslmode: SSL_MODES,
  ssl: ['true', 'false', ...SSL_MODES],
  sslnegotiation: ['postgres', 'direct'],
  prepare: ['true', 'false'],
  client_encoding: ['UTF8'],
  // The site does this in any case.
  target_session_attrs: ['any', 'primary', 'read-write'],
  channel_binding: ['disable', 'prefer'],
  gssencmode: ['disable', 'prefer'],
  load_balance_hosts: ['disable'],
};

/** What stands before the `?` of an address. */
const PLACED = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'database'];

/**
 * What else the library of PostgreSQL (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-PARAMKEYWORDS) or the
 * driver has a parameter of, and this client does not heed. Every other name is a setting of the server, which refuses
 * those that it does not know.
 */
const REFUSED = `passfile require_auth fallback_application_name keepalives keepalives_idle keepalives_interval
  keepalives_count tcp_user_timeout replication sslcompression sslcert sslkey sslkeylogfile sslpassword sslcertmode
  sslcrl sslcrldir sslsni requiressl requirepeer ssl_min_protocol_version ssl_max_protocol_version min_protocol_version
  max_protocol_version krbsrvname gsslib gssdelegation scram_client_key scram_server_key service servicefile
  oauth_issuer oauth_client_id oauth_client_secret oauth_scope
  max idle_timeout max_lifetime max_pipeline backoff keep_alive debug fetch_types publications
  default_transaction_read_only`.split(/\s+/);

const readParameters = (address: string) => new URLSearchParams(/\?(.*)$/s.exec(address)?.[1] ?? '');

/** What is wrong with a parameter, without a value: what follows a `?` may be the end of a password. */
function findParameterFault(parameters: URLSearchParams): string | null {
  for (const [name, value] of parameters) {
    if (!/^[a-z_][\w.]*$/i.test(name)) return 'has a parameter after the ? without a name, or with one that is none';
    if (PLACED.includes(name)) return `must have its ${name} before the ?, as ${FORM} does`;
    if (REFUSED.includes(name)) return `has the parameter ${name}, which this site does not heed: leave it out`;
    if (name === 'sslrootcert' && value !== 'system') {
      return 'has the parameter sslrootcert with another value than system: NODE_EXTRA_CA_CERTS names a file of certificates to trust';
    }
    if (name === 'connect_timeout' && !/^[1-9]\d{0,2}$/.test(value)) {
      return 'has the parameter connect_timeout with another value than 1 to 999 seconds';
    }
    const values = Object.hasOwn(TAKEN, name) ? TAKEN[name] : null;
    if (values && !values.includes(value)) {
      const last = values.length > 1 ? ` and ${values.at(-1) ?? ''}` : '';
      return `has the parameter ${name} with another value than ${values.slice(0, Math.max(1, values.length - 1)).join(', ')}${last}`;
    }
  }
  for (const [name, value] of parameters) {
    if (parameters.getAll(name).length > 1) return `has the parameter ${name} more than once: leave one`;
    if (value === '') return `has the parameter ${name} without a value: give it one or leave it out`;
  }
  const [one, other] = findOpposedParameters(parameters);
  if (one && other) return `has the parameters ${one} and ${other}, which contradict each other: leave one out`;
  const ssl = findSslMode(parameters);
  if (parameters.get('sslnegotiation') === 'direct' && !/^(require|verify-full)$/.test(ssl)) {
    return 'has the parameter sslnegotiation with the value direct, which needs sslmode=require or sslmode=verify-full';
  }
  return null;
}

/** Two parameters that ask for another encryption each, if there are such. */
function findOpposedParameters(parameters: URLSearchParams): string[] {
  const asked = ['sslrootcert', 'sslmode', 'ssl'].flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [{ name, mode: SAME_MODES[value] ?? value }];
  });
  const [first] = asked;
  const other = asked.find(({ mode }) => mode !== first?.mode);
  return first && other ? [first.name, other.name] : [];
}

/** What a client does with an address. */
export interface ClientAddress {
  /** For the driver, without what it does not know or takes in another sense. */
  driver: string;
  /** Where the servers are, in order: the driver takes the port of the first for all that name none. */
  hosts: { host: string; port: number }[];
  /** How long the server may take to answer, in ms; null where the address does not say. */
  connectTimeout: number | null;
  /** What an administrator sees; null where the address does not say. */
  applicationName: string | null;
}

/** Reads an address without a fault. */
export function readClientAddress(address: string): ClientAddress {
  const parameters = readParameters(address);
  const seconds = Number(parameters.get('connect_timeout'));
  const applicationName = parameters.get('application_name');
  const ssl = findSslMode(parameters);
  for (const name of ['channel_binding', 'gssencmode', 'load_balance_hosts', 'connect_timeout', 'application_name'])
    parameters.delete(name);
  for (const name of ['sslmode', 'ssl', 'sslrootcert', 'target_session_attrs']) parameters.delete(name);
  if (ssl !== '') parameters.set('sslmode', ssl);
  const query = parameters.toString();
  return {
    driver: address.replace(/\?.*$/s, '') + (query === '' ? '' : `?${query}`),
    hosts: takeApart(address).hosts.map(({ name, port }) => ({ host: name, port: Number(port ?? DEFAULT_PORT) })),
    connectTimeout: seconds > 0 ? seconds * 1000 : null,
    applicationName,
  };
}

/** Whether connections are encrypted, by whichever parameter says it; empty where none does. */
function findSslMode(parameters: URLSearchParams): string {
  if (parameters.get('sslrootcert') === 'system') return 'verify-full';
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? '';
  return SAME_MODES[mode] ?? mode;
}

/** An absent port is the default one. */
const isPort = (text: string | undefined) =>
  text === undefined || (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536);

function isEscapedWell(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

interface Host {
  text: string;
  name: string;
  port?: string;
}

/** The parts of an address as they stand in it. It may name several hosts; `rest` is all that follows them. */
function takeApart(address: string): { user: string; hosts: Host[]; database: string; rest: string } {
  const [, authority = '', rest = ''] = /:\/\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  const end = authority.lastIndexOf('@');
  const hosts = authority
    .slice(end + 1)
    .split(',')
    .map((text): Host => {
      const [, name = '', port] = /^(\[.*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? [];
      return port ? { text, name, port } : { text, name };
    });
  const [, database = ''] = /^\/([^?#]*)/.exec(rest) ?? [];
  return { user: authority.slice(0, Math.max(0, end)), hosts, database, rest };
}
