import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/images/fetch-file.ts';

test.each(['1.1.1.1', '100.63.255.255', '172.15.255.255', '223.255.255.255', '2001:4860:4860::8888'])(
  'accepts the public address %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['this network', ['0.0.0.0', '0.1.2.3', '::']],
  ['this machine', ['127.0.0.1', '127.255.255.254', '::1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
  ['link-local', ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2606:4700::1111%eth0']],
  ['unique local', ['fc00::1', 'fd12:3456::1']],
  ['site-local', ['fec0::1']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
  ['reserved', ['240.0.0.1', '255.255.255.255', '192.0.0.8', '4000::1', '100::1', '5f00::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::10.0.0.1']],
  ['tunnels', ['64:ff9b:1::1', '2002:7f00:1::1', '2001::1', '192.88.99.1']],
  ['not an address', ['', 'localhost', '127.1', '0x7f.1', '1.1.1.1 ', '[::1]']],
])('rejects addresses: %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});
