/** Where the database of an address is, without the user and the password: `host:port/database`. */
export function describeAddress(address: string): string {
  const { hosts, database } = takeApart(address);
  const places = hosts.map(({ name, port }) => `${name}:${port ?? '5432'}`);
  return `${places.join(',')}/${database}`;
}

const FORM = 'postgres://user:password@host:5432/database';

/** What is wrong with the address of a PostgreSQL server, in words that hold nothing of it; null when nothing is. */
export function findAddressFault(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address)) return `must begin with postgres:// or postgresql://, as ${FORM} does`;
  const { user, hosts, database, rest } = takeApart(address);
  // The driver takes what follows the first @ for hosts, and a comma there for a second one.
  const isAmbiguous = /[@#]/.test(rest) || (user.includes('@') && /,|%2c/i.test(address));
  if (isAmbiguous || !isEscapedWell(user)) {
    return 'has a sign in its user or password that must be escaped: @ is %40, / %2F, ? %3F, # %23, % %25';
  }
  if (hosts.some(({ name }) => name === '')) return `must name a host, as ${FORM} does`;
  if (hosts.some(({ name }) => name.startsWith('['))) return 'must give its host by name or as an IPv4 address';
  if (hosts.some(({ name }) => !/^[\w.-]+$/.test(name))) return 'has a host that is neither a name nor an IPv4 address';
  if (!hosts.every(({ port }) => isPort(port))) return 'must have a port from 1 to 65535';
  if (database === '') return `must name a database, as ${FORM} does`;
  if (!/^[\w$.~+-]+$/.test(database)) return 'has a database name with other signs than letters, digits, _ and -';
  if (/[?&]password=/.test(rest)) return `must have its password before the host, as ${FORM} does`;
  const one = address.replace(hosts.map(({ text }) => text).join(','), 'host');
  return URL.canParse(one) ? null : `must be an address such as ${FORM}`;
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
