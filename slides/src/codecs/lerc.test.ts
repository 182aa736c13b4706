import { deflateSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { decodeLerc, type LercKind, type LercLayer } from './lerc.ts'
import { mutated } from './test-support/seeded-bytes.ts'

const size = { width: 16, height: 8 }
const pixels = size.width * size.height

/** As `tiffcp -c lerc` made them. */
const blobs = {
  rgb:
    'TGVyYzIgBAAAALjRIzkIAAAAEAAAAAMAAACAAAAACAAAAM0BAAABAAAAAAAAAAAA4D8AAAAAAAAAAAAAAAAAwG9AAAAAAAAAAPr+' +
    '+QEAAAECBAYJDBAUGR4kKjE4QEhRWmRueYSQnKm2xNLh8AAQITJEVml8kKS5zuT6EShAWHGKpL7Z9BAsSWaEosHgACBBYoSmyewQ' +
    'NFl+pMrxGEBokbrkDjlkkLzpFkRyodAAMGGSxPYpXJDE+S5kmtEIQHix6iRemdQQTInGBEKBwABAgcIERonMEFSZ3iRqsfhAiNEa' +
    'ZK75RJDcKXbEEmGwAFCh8kSW6TyQ5DmO5DqR6ECY8Uqk/lm0EGzJJoTiQaAAYMEihOZJrBB02T6kCnHYQKgReuROuSSQ/GnWRLIh' +
    'kABw4VLENqkckAR57mTaUchAuDGqJJ4ZlBCMCYYEggGAAIABggSGCYwQlBmeJKoxuEDIUdpk7nkEkBypNsRS4XAAkCGyRNZp/JAk' +
    'uU7kehGoQNhxCqQ+2XQQrEnmhCLBYACgQeKEJslsELRZ/qRK8ZhA6JE65I455JA86ZZE8qFQALBhEsR2KdyQRPmuZBrRiED4sWok' +
    '3plUEMyJRgTCgUA=',
  float:
    'TGVyYzIgBAAAAFtQUg0IAAAAEAAAAAEAAABtAAAACAAAABcCAAAGAAAAAAAAAAAAAAAAAAAAAADAPwAAAAAAwC9AFAAAABAAfv37' +
    '9+/fv379+/fv379+/QCAAAAAPgAAfkEBAAAAPgAAgD4AAMA+AAAAPwAAID8AAEA/AACAPwAAkD8AAKA/AACwPwAAwD8AANA/AADw' +
    'PwAAAEAAAAhAAAAQQAAAGEAAACBAAAAwQAAAOEAAAEBAAABIQAAAUEAAAFhAAABoQAAAcEAAAHhAAACAQAAAhEAAAIhAAACQQAAA' +
    'lEAAAJhAAACcQAAAoEAAAKRAAACsQAAAsEAAALRAAAC4QAAAvEAAAMBAAADIQAAAzEAAANBAAADUQAAA2EAAANxAAADkQAAA6EAA' +
    'AOxAAADwQAAA9EAAAPhAAAAAQQAAAkEAAARBAAAGQQAACEEAAApBAAAOQQAAEEEAABJBAAAUQQAAFkEAABhBAAAcQQAAHkEAACBB' +
    'AAAiQQAAJEEAACZBAAAqQQAALEEAAC5BAAAwQQAAMkEAADRBAAA4QQAAOkEAADxBAAA+QQAAQEEAAEJBAABGQQAASEEAAEpBAABM' +
    'QQAATkEAAFBBAABUQQAAVkEAAFhBAABaQQAAXEEAAF5BAABiQQAAZEEAAGZBAABoQQAAakEAAGxBAABwQQAAckEAAHRBAAB2QQAA' +
    'eEEAAHpBAAB+QQ==',
  rgba:
    'TGVyYzIgBAAAAI4fTLwIAAAAEAAAAAMAAABmAAAACAAAAMcAAAABAAAAAAAAAAAA4D8AAAAAAAAAAAAAAAAAwG9AFAAAABAAe973' +
    've973ve973ve973vewCAAAEC/P3+AAEEAAAAAAEAAAQAAABBAAAAgz0hIQAAAAAAAAAAAAAAAAAAAAAAAAAAMAAApIB677333pu9' +
    'd9577+Xe6b33e+8d9mbvnd7ee7n3eu+993uPvXd7p/feXu692Xvvvfdg753eAAAAAA==',
}
const coding = (kind: LercKind, layer: LercLayer = 'none') => ({ kind, layer, bigEndian: false })
const bytesOf = (name: keyof typeof blobs) => new Uint8Array(Buffer.from(blobs[name], 'base64'))

const rgb = Uint8Array.from({ length: pixels * 3 }, (_, i) => ((i * i) >> 2) & 255)
const float = Float32Array.from({ length: pixels }, (_, i) => (i % 7 === 0 ? Number.NaN : i / 8))
const isClear = (i: number) => (i >> 2) % 5 === 0
const rgba = Uint8Array.from({ length: pixels * 4 }, (_, i) => (isClear(i) ? 0 : i % 4 === 3 ? 255 : i & 255))

describe('LERC', () => {
  it('of three samples is decoded', async () => {
    expect(await decodeLerc(bytesOf('rgb'), coding('u8'), { ...size, samples: 3 })).toEqual(rgb)
  })

  it('with a mask has samples that are no numbers there', async () => {
    expect(await decodeLerc(bytesOf('float'), coding('f32'), { ...size, samples: 1 })).toEqual(float)
  })

  it('with a mask instead of the last sample is clear there', async () => {
    expect(await decodeLerc(bytesOf('rgba'), coding('u8'), { ...size, samples: 4 })).toEqual(rgba)
  })

  it.each<[LercLayer, (bytes: Uint8Array) => Uint8Array]>([
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('in %s is decoded', async (layer, compress) => {
    const bytes = new Uint8Array(compress(bytesOf('rgb')))
    expect(await decodeLerc(bytes, coding('u8', layer), { ...size, samples: 3 })).toEqual(rgb)
  })

  it('may be taller than the last strip, which gets its rows', async () => {
    const expected = { width: 16, height: 5, samples: 3, allowTaller: true }
    expect(await decodeLerc(bytesOf('rgb'), coding('u8'), expected)).toEqual(rgb.subarray(0, 16 * 5 * 3))
  })

  it.each([
    [
      'another size',
      { width: 8, height: 8, samples: 3 },
      'u8',
      'holds 16 × 8 × 3 where 8 × 8 × 3 is expected',
    ],
    ['fewer samples', { ...size, samples: 4 }, 'u8', 'holds 16 × 8 × 3 where 16 × 8 × 4 is expected'],
    ['another type', { ...size, samples: 3 }, 'u16', 'holds samples of u8 where u16 is expected'],
  ] as const)('of %s is an error', async (_, expected, type, reason) => {
    await expect(decodeLerc(bytesOf('rgb'), coding(type), expected)).rejects.toMatchObject({
      code: 'malformed',
      reason,
    })
  })

  it('that is damaged or ends early is an error, and others are decoded after it', async () => {
    const bytes = bytesOf('rgb')
    const expected = { ...size, samples: 3 }
    for (const wrong of [bytes.subarray(0, 40), bytes.subarray(0, bytes.length - 9), new Uint8Array(0)]) {
      await expect(decodeLerc(wrong, coding('u8'), expected)).rejects.toMatchObject({ code: 'malformed' })
    }
    for (let seed = 1; seed <= 300; seed++) {
      await decodeLerc(mutated(bytes, seed), coding('u8'), expected).catch((error: unknown) => {
        if (!(error instanceof SlideError)) throw error
      })
    }
    expect(await decodeLerc(bytes, coding('u8'), expected)).toEqual(rgb)
  })
})
