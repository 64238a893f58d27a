import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/images/public-address.ts';

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.0.1',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450:4007::1',
])('%s is of the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this network', ['0.0.0.0', '0.1.2.3', '::']],
  ['this machine', ['127.0.0.1', '127.255.255.254', '::1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
  ['of a provider', ['100.64.0.1', '100.127.255.255']],
  ['of the link', ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2606:4700::1111%eth0']],
  ['unique local', ['fc00::1', 'fd12:3456::1']],
  ['of the site', ['fec0::1']],
  ['of a group', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
  ['reserved', ['240.0.0.1', '255.255.255.255', '192.0.0.8', '4000::1', '100::1', '5f00::1']],
  ['for documents', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['for measurements', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::10.0.0.1']],
  ['of a tunnel', ['64:ff9b:1::1', '2002:7f00:1::1', '2001::1', '192.88.99.1']],
  ['no address', ['', 'localhost', '127.1', '0x7f.1', '1.1.1.1 ', '[::1]']],
])('Addresses are none of it that are %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});
