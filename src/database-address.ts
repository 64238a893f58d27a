/** An address without user and password: `host:port/database`. */
export function describeAddress(address: string): string {
  const { hosts, database } = takeApart(address);
  const places = hosts.map(({ name, port }) => `${name}:${port ?? DEFAULT_PORT}`);
  return `${places.join(',')}/${database}`;
}

const DEFAULT_PORT = '5432';

const FORM = 'postgres://user:password@host:5432/database';

/** The error in the address of a PostgreSQL server, without any of its values; null if it is valid. */
export function findAddressFault(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address)) return `must begin with postgres:// or postgresql://, such as ${FORM}`;
  const { user, hosts, database, rest } = takeApart(address);
  // The driver takes what follows the first @ for hosts, and a comma there for a second one.
  const isAmbiguous = /[@#]/.test(rest) || (user.includes('@') && /,|%2c/i.test(address));
  if (isAmbiguous || !isEscapedWell(user)) {
    return 'has a character in its user, password or database that must be escaped: @ is %40, / %2F, ? %3F, # %23, % %25';
  }
  if (hosts.some(({ name }) => name === '')) return `must name a host, such as ${FORM}`;
  if (hosts.some(({ name }) => name.startsWith('['))) return 'must give its host by name or as an IPv4 address';
  if (hosts.some(({ name }) => !/^[\w.-]+$/.test(name))) return 'has a host that is neither a name nor an IPv4 address';
  if (!hosts.every(({ port }) => isPort(port))) return 'must have a port from 1 to 65535';
  if (database === '') return `must name a database, such as ${FORM}`;
  if (!/^[\w$.~+-]+$/.test(database)) return 'has a database name with characters other than letters, digits, _ and -';
  const parameterFault = findParameterFault(readParameters(address));
  if (parameterFault) return parameterFault;
  const one = address.replace(hosts.map(({ text }) => text).join(','), 'host');
  return URL.canParse(one) ? null : `must be a URL such as ${FORM}`;
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-full'];

/** Aliases of the modes. With `ssl=true` the driver checks the certificate. */
const SAME_MODES: Readonly<Record<string, string>> = { system: 'verify-full', true: 'verify-full', false: 'disable' };

/** Supported parameters with their values; null allows any value. */
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

/** Parameters that must be before the `?` of an address. */
const PLACED = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'database'];

/**
 * Unsupported parameters of libpq (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-PARAMKEYWORDS) and of the
 * driver. Every other name is a setting of the server, which rejects unknown ones.
 */
const REFUSED = `passfile require_auth fallback_application_name keepalives keepalives_idle keepalives_interval
  keepalives_count tcp_user_timeout replication sslcompression sslcert sslkey sslkeylogfile sslpassword sslcertmode
  sslcrl sslcrldir sslsni requiressl requirepeer ssl_min_protocol_version ssl_max_protocol_version min_protocol_version
  max_protocol_version krbsrvname gsslib gssdelegation scram_client_key scram_server_key service servicefile
  oauth_issuer oauth_client_id oauth_client_secret oauth_scope
  max idle_timeout max_lifetime max_pipeline backoff keep_alive debug fetch_types publications
  default_transaction_read_only`.split(/\s+/);

const readParameters = (address: string) => new URLSearchParams(/\?(.*)$/s.exec(address)?.[1] ?? '');

/** The first error in the parameters, without values: the text after a `?` may be part of a password. */
function findParameterFault(parameters: URLSearchParams): string | null {
  for (const [name, value] of parameters) {
    if (!/^[a-z_][\w.]*$/i.test(name)) return 'has a parameter without a name, or with an invalid one, after the ?';
    if (PLACED.includes(name)) return `must have the ${name} before the ?, such as ${FORM}`;
    if (REFUSED.includes(name)) return `has the unsupported parameter ${name}: remove it`;
    if (name === 'sslrootcert' && value !== 'system') {
      return 'has the parameter sslrootcert with a value other than system: use NODE_EXTRA_CA_CERTS for a file of trusted certificates';
    }
    if (name === 'connect_timeout' && !/^[1-9]\d{0,2}$/.test(value)) {
      return 'must have a connect_timeout from 1 to 999 seconds';
    }
    const values = Object.hasOwn(TAKEN, name) ? TAKEN[name] : null;
    if (values && !values.includes(value)) {
      return `has an unsupported value of the parameter ${name}: use ${values.join(' or ')}`;
    }
  }
  for (const [name, value] of parameters) {
    if (parameters.getAll(name).length > 1) return `has the parameter ${name} more than once: remove one`;
    if (value === '') return `has the parameter ${name} without a value: add a value or remove it`;
  }
  const [one, other] = findOpposedParameters(parameters);
  if (one && other) return `has the parameters ${one} and ${other}, which contradict each other: remove one`;
  const ssl = findSslMode(parameters);
  if (parameters.get('sslnegotiation') === 'direct' && !/^(require|verify-full)$/.test(ssl)) {
    return 'has the parameter sslnegotiation=direct, which requires sslmode=require or sslmode=verify-full';
  }
  return null;
}

/** Two parameters with contradictory TLS modes; empty if there are none. */
function findOpposedParameters(parameters: URLSearchParams): string[] {
  const asked = ['sslrootcert', 'sslmode', 'ssl'].flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [{ name, mode: SAME_MODES[value] ?? value }];
  });
  const [first] = asked;
  const other = asked.find(({ mode }) => mode !== first?.mode);
  return first && other ? [first.name, other.name] : [];
}

/** The parts of an address that a client needs. */
export interface ClientAddress {
  /** For the driver, without parameters that it does not know or interprets differently. */
  driver: string;
  /** The servers, in order. The driver would use the port of the first for all others without a port. */
  hosts: { host: string; port: number }[];
  /** In ms; null if the address does not set it. */
  connectTimeout: number | null;
  /** Null if the address does not set it. */
  applicationName: string | null;
}

/** Reads a valid address. */
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

/** The TLS mode of the parameters; empty without one. */
function findSslMode(parameters: URLSearchParams): string {
  if (parameters.get('sslrootcert') === 'system') return 'verify-full';
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? '';
  return SAME_MODES[mode] ?? mode;
}

/** A missing port is the default port. */
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

/** The raw parts of an address. It may name several hosts; `rest` follows them. */
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
