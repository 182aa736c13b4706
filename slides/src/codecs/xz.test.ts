import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { encodeXz } from './test-support/encode-xz.ts'
import { mutated, randomBytes } from './test-support/seeded-bytes.ts'
import { decodeXz } from './xz.ts'

const text = Buffer.from(
  Array.from({ length: 500 }, (_, i) => `${(i * i) % 61}${i % 50 < 2 ? i : ''};`).join(''),
)

/** The text as `xz -9e --check=none`, and in blocks with the delta filter and other properties, makes it. */
const made = {
  'one block':
    '/Td6WFoAAAD/EtlBAgAhARwAAAAQz1jM4AW0AMJdABhg6GOD5mmbKzIiMVPcnItefwboJ4abXdbVrPYq9dDn1zRghpDD609v1PEMYgFH' +
    '3HOEk+60CvBSzmCI3WsK1aueTXj5nYwYVaH5taj0NUm2qAKRetQS+KKEMoq0/ptwSj/hh3ots5f+c8Gj1rm1DO1Z31bydvuRULMfW1LV' +
    'h9jfZFLNsEm6Zhv3FDNMpi1euwCDAzWQkH1+ijLK6yEKjiv+Z5WgGdxH1TI/qvT+QvOfXZa3szc/TlR/laNzXSNSrq0AAAAAAAHWAbUL' +
    'AAAWU6scqAAK/AIAAAAAAFla',
  'several blocks with the delta filter':
    '/Td6WFoAAATm1rRGAgEDAQEhARYcR3hW4APnAP1AABhgKAL2VLH5o2KQ4rgmMpgmQmTW2qVcjOIdeSIE6eVWpLqW9b6QAXOwwKRgPDRo' +
    'vZOI3BJj3au+l/lgeSv7/5W+KKm686zbhf8FPFYUFp0Og2cVxnaqgCJEbKZi7mB38cPsqekF0i/7VsEDxhT6U67xqvh42LVa7XlZZ/BG' +
    'gFOkxUoDxsunzNrmkNubjFtQSu88cZjzClzxuIijUOFHX7sIwCegk4b9Jtz1VzxCnvJLeSRrp1R8WNhIU2GbmOzSW7Zpct83sh/C+GSZ' +
    '8WOsj3LOKTdsdW5/fcvu7Y4A6//sHrPn6TSwvNoPJ2e3Qvj7rcteMaAZ46jtnkGaYAAAAAAAl+v+TLqBicQCAQMBASEBFhxHeFbgAcwA' +
    'y0AAGQ29OdmhzurdjuZzryERFWllzjObRTeVpiY4hhlfDDqW39M/DlSML3WogEbjJjY2UGxMKJ+sXKS20dCxBjIlSndIs8yCwstYDo3D' +
    'k2jrKYIhHbYckhoxNjYO0sifCrBSdIYVbRbAyVhWDejLGznyjwNYA3XN1TvQNA6FOx/tIiCWZoCwY1EWeUTXp+ysjr+Xels0IFUgaFEu' +
    'dZiR1xk7KCgj2ULuAKcjECpOLdOqF1RQQ/9ccvBn1e1Kr931Tm33LkFbr8t68hKoxwAAAETCxPvGRH1zAAKZAugH5wHNAwAAWX4jFRQX' +
    'OzADAAAAAARZWg==',
} as const

describe.each(Object.entries(made))('%s', (_, base64) => {
  const encoded = new Uint8Array(Buffer.from(base64, 'base64'))

  it('is decoded', () => {
    expect(Buffer.from(decodeXz(encoded, text.length)).equals(text)).toBe(true)
  })

  it('is decoded as far as is asked for, or there is', () => {
    expect(Buffer.from(decodeXz(encoded, 701)).equals(text.subarray(0, 701))).toBe(true)
    expect(decodeXz(encoded, text.length + 50).length).toBe(text.length)
    const cut = decodeXz(encoded.subarray(0, encoded.length >> 1), text.length)
    expect(cut.length).toBeGreaterThan(100)
    expect(cut.length).toBeLessThan(text.length)
  })

  it('with changed bytes gives at most as many bytes, or an error', () => {
    for (let seed = 1; seed <= 500; seed++) {
      try {
        expect(decodeXz(mutated(encoded, seed), text.length).length).toBeLessThanOrEqual(text.length)
      } catch (error) {
        if (!(error instanceof SlideError)) throw error
      }
    }
  })
})

it.each([0, 1, 3])('chunks that are not compressed come back, delta %i', (delta) => {
  const bytes = randomBytes(150_000)
  expect(Buffer.from(decodeXz(encodeXz(bytes, { delta }), bytes.length)).equals(bytes)).toBe(true)
})

it('refuses what is no xz, and filters for programs', () => {
  expect(() => decodeXz(randomBytes(50), 10)).toThrow('LZMA: is damaged: it does not begin as xz does')
  const filtered = encodeXz(randomBytes(50), { delta: 1 })
  filtered[14] = 4
  expect(() => decodeXz(filtered, 10)).toThrow('LZMA: uses the xz filter 4, which is not read')
})
