import { loadSharp } from '../../codecs/sharp.ts'

/** One of the profiles that come with the colour library. */
export async function builtInProfile(name: 'srgb' | 'p3'): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const pixel = sharp(new Uint8Array(3), { raw: { width: 1, height: 1, channels: 3 } })
  const { icc } = await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata()
  if (!icc) throw new Error(`no profile ${name}`)
  return icc
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65536))
  return bytes
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => {
    bytes.writeUInt16BE(value, i * 2)
  })
  return bytes
}

const type = (name: string) => Buffer.concat([Buffer.from(name), Buffer.alloc(4)])

/** A version 2 RGB profile with the given tags. */
function profileOf(connection: string, tags: Record<string, Buffer>): Uint8Array {
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x02400000, 8)
  header.write(`scnrRGB ${connection}`, 12)
  header.write('acsp', 36)
  Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]).copy(header, 68)
  const all = { wtpt: Buffer.concat([type('XYZ '), fixed(0.9642), fixed(1), fixed(0.8249)]), ...tags }
  const entries = Object.entries(all)
  const table = Buffer.alloc(4 + entries.length * 12)
  table.writeUInt32BE(entries.length)
  let at = header.length + table.length
  entries.forEach(([name, data], i) => {
    table.write(name, 4 + i * 12)
    table.writeUInt32BE(at, 8 + i * 12)
    table.writeUInt32BE(data.length, 12 + i * 12)
    at += data.length
  })
  header.writeUInt32BE(at, 0)
  return Buffer.concat([header, table, ...entries.map(([, data]) => data)])
}

/** The colours of sRGB with another curve: an exponent, or samples of 16 bits. */
export function matrixProfile(...curve: number[]): Uint8Array {
  const column = (x: number, y: number, z: number) =>
    Buffer.concat([type('XYZ '), fixed(x), fixed(y), fixed(z)])
  const count = Buffer.alloc(4)
  count.writeUInt32BE(curve.length)
  const values = curve.length === 1 ? curve.map((gamma) => Math.round(gamma * 256)) : curve
  const samples = Buffer.concat([
    type('curv'),
    count,
    shorts(...values),
    Buffer.alloc((values.length % 2) * 2),
  ])
  return profileOf('XYZ ', {
    rXYZ: column(0.43607, 0.22249, 0.01392),
    gXYZ: column(0.38515, 0.71687, 0.09708),
    bXYZ: column(0.14307, 0.06061, 0.7141),
    rTRC: samples,
    gTRC: samples,
    bTRC: samples,
  })
}

/** A profile with a table: lightness follows the mean of the values, colours are faint. `cut` leaves its end away. */
export function tableProfile(cut = 0): Uint8Array {
  const lab = (l: number, a: number, b: number) =>
    shorts((l / 100) * 0xff00, 0x8000 + a * 256, 0x8000 + b * 256)
  const nodes: Buffer[] = []
  for (const r of [0, 1])
    for (const g of [0, 1])
      for (const b of [0, 1]) nodes.push(lab(((r + g + b) * 100) / 3, (r - g) * 20, (g - b) * 20))
  const identity = [fixed(1), fixed(0), fixed(0), fixed(0), fixed(1), fixed(0), fixed(0), fixed(0), fixed(1)]
  const ramps = shorts(0, 65535, 0, 65535, 0, 65535)
  const sizes = Buffer.from([3, 3, 2, 0])
  const table = Buffer.concat([type('mft2'), sizes, ...identity, shorts(2, 2), ramps, ...nodes, ramps])
  return profileOf('Lab ', { A2B0: table.subarray(0, table.length - cut) })
}
