/** Spelled by the pixels of the label, and in the description: neither may be in a copy. */
export const patientName = 'Erika-Mustermann-1964'

const types = { ascii: 2, short: 3, long: 4 } as const
const blockBytes = { ascii: 1, short: 2, long: 4 } as const

interface Field {
  tag: number
  type: keyof typeof types
  values: number[]
}

const short = (tag: number, ...values: number[]): Field => ({ tag, type: 'short', values })
const long = (tag: number, ...values: number[]): Field => ({ tag, type: 'long', values })
const text = (tag: number, value: string): Field => ({
  tag,
  type: 'ascii',
  values: [...Buffer.from(`${value}\0`)],
})

const tileSide = 64

/** A small SVS, uncompressed, with a label and names in its description, as large as asked for. */
export function labelledSlide({ tiles = 4 } = {}): Buffer {
  const side = tiles * tileSide
  const file = new TiffPages()
  const scan = Array.from({ length: tiles * tiles }, (_, index) =>
    file.add(
      Buffer.from(
        Uint8Array.from({ length: tileSide * tileSide * 3 }, (_value, at) => (at * 7 + index * 31) % 251),
      ),
    ),
  )
  const label = file.add(
    Buffer.from(`${patientName} `.repeat(Math.ceil((60 * 40 * 3) / 22))).subarray(0, 60 * 40 * 3),
  )
  const common = (width: number, height: number, description: string) => [
    ...[long(256, width), long(257, height), short(258, 8, 8, 8), short(259, 1), short(262, 2)],
    ...[text(270, description), short(277, 3)],
  ]
  file.addPage([
    ...common(
      side,
      side,
      `Aperio Image Library v11.2.1\r\n${side}x${side} (64x64) RAW|AppMag = 20|MPP = 0.5|User = ${patientName}`,
    ),
    ...[short(322, tileSide), short(323, tileSide), long(324, ...scan)],
    long(325, ...scan.map(() => tileSide * tileSide * 3)),
  ])
  file.addPage([
    ...common(60, 40, `Aperio Image Library v11.2.1\r\nlabel 60x40|Barcode = ${patientName}`),
    ...[long(254, 1), long(273, label), long(278, 40), long(279, 60 * 40 * 3)],
  ])
  return file.finish()
}

/** A TIFF that is put together from its beginning to its end. */
class TiffPages {
  readonly #pieces: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])]
  #size = 8
  /** Where the offset of the next directory is written, in which piece. */
  #next = { piece: 0, at: 4 }

  add(bytes: Buffer): number {
    const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.of(0)])
    this.#pieces.push(padded)
    this.#size += padded.length
    return this.#size - padded.length
  }

  addPage(fields: Field[]): void {
    const table = Buffer.alloc(2 + fields.length * 12 + 4)
    table.writeUInt16LE(fields.length)
    for (const [index, { tag, type, values }] of fields.toSorted((a, b) => a.tag - b.tag).entries()) {
      const at = 2 + index * 12
      const bytes = Buffer.alloc(Math.max(4, values.length * blockBytes[type]))
      const step = blockBytes[type]
      for (const [n, value] of values.entries()) bytes.writeUIntLE(value, n * step, step)
      table.writeUInt16LE(tag, at)
      table.writeUInt16LE(types[type], at + 2)
      table.writeUInt32LE(values.length, at + 4)
      if (bytes.length > 4) table.writeUInt32LE(this.add(bytes), at + 8)
      else bytes.copy(table, at + 8)
    }
    this.#pieces[this.#next.piece]?.writeUInt32LE(this.#size, this.#next.at)
    this.#next = { piece: this.#pieces.length, at: table.length - 4 }
    this.add(table)
  }

  finish(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}
