/** A colour profile with the primaries of sRGB whose values are light itself: shown as sRGB, all of them are brighter. */
export function linearProfile(): Uint8Array {
  const curve = Buffer.concat([type('curv'), long(1), Buffer.from([1, 0]), Buffer.alloc(2)])
  const tags: [string, Buffer][] = [
    ['wtpt', point(0.9642, 1, 0.8249)],
    ['rXYZ', point(0.4361, 0.2225, 0.0139)],
    ['gXYZ', point(0.3851, 0.7169, 0.0971)],
    ['bXYZ', point(0.1431, 0.0606, 0.7141)],
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ]
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x02400000, 8)
  header.write('scnrRGB XYZ ', 12)
  header.write('acsp', 36)
  point(0.9642, 1, 0.8249).copy(header, 68, 8)
  let at = header.length + 4 + tags.length * 12
  const table = tags.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name), long(at), long(data.length)])
    at += data.length
    return entry
  })
  header.writeUInt32BE(at, 0)
  return Buffer.concat([header, long(tags.length), ...table, ...tags.map(([, data]) => data)])
}

const type = (name: string) => Buffer.concat([Buffer.from(name), Buffer.alloc(4)])

const point = (...values: number[]) =>
  Buffer.concat([type('XYZ '), ...values.map((value) => long(Math.round(value * 65536)))])

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
