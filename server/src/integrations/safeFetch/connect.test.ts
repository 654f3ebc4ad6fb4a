import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './connect.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private, 10/8': ['10.0.0.0', '10.255.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  'link-local, and with it the metadata services of clouds': [
    '169.254.0.1',
    '169.254.169.254',
    'fe80::1',
    'febf::1',
  ],
  'link-local with its interface': ['fe80::1%eth0'],
  'private, 172.16/12': ['172.16.0.0', '172.31.255.255'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'relays of 6to4': ['192.88.99.1'],
  'private, 192.168/16': ['192.168.0.0', '192.168.255.255'],
  benchmarks: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved for later': ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'services of the host of a virtual machine on Azure': ['168.63.129.16'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'IPv4 mapped, public or not': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4 compatible': ['::127.0.0.1', '::8.8.8.8'],
  'IPv4 translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::808:808', '64:ff9b:1::1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::'],
  discard: ['100::1'],
  'overlays and protocol assignments of IPv6': ['2001:10::1', '2001:20::1', '2001:1ff::1', '5f00::1'],
  'never given out': ['4000::1', '8000::1', 'e000::1'],
  'no address at all': ['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', ':::', '1.2.3.4:80'],
};

describe('isPublicAddress', () => {
  it.each(Object.entries(refused))('refuses %s', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('takes addresses on the public internet, next to the refused ranges too', () => {
    const taken = [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '168.63.129.15',
      '168.63.129.17',
      '169.253.255.255',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2001:4860:4860::8888',
      '2606:4700:4700::1111',
      '2a03:2880:f1ff:83:face:b00c:0:25de',
    ];
    expect(taken.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});
