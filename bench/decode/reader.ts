import { readFile } from 'node:fs/promises'
import { memorySource, openSlide } from '../../slides/src/index.ts'
import { takeOrders } from '../support/child.ts'
import { processorOf } from '../support/processor.ts'
import { loadCodec } from './codecs.ts'
import { type DecodeFile, tilesAcross } from './files.ts'

export interface DecodeOrder {
  /** A tile of a slide whose bytes lie in memory, the same from a file, as it is stored, or the codec alone. */
  task: 'memory' | 'file' | 'encoded' | 'codec'
  file: DecodeFile
  count: number
}

export interface DecodeReport {
  /** CPU of all tiles. */
  milliseconds: number
}

let prepared: ((index: number) => unknown) | undefined

/** A process gets the same order again and again. */
takeOrders(async ({ task, file, count }: DecodeOrder): Promise<DecodeReport> => {
  prepared ??= task === 'codec' ? await alone(file) : await throughSlide(file.path, task)
  const read = prepared
  const milliseconds = await processorOf(async () => {
    for (let index = 0; index < count; index += 1) await read(index)
  })
  return { milliseconds }
})

async function throughSlide(
  path: string,
  task: 'memory' | 'file' | 'encoded',
): Promise<(index: number) => Promise<unknown>> {
  const slide = await openSlide(task === 'memory' ? memorySource(await readFile(path)) : path)
  const [image] = slide.images
  const read = task === 'encoded' ? image?.encodedTile : image?.rawTile
  if (!read || (await read(0, 0, 0)) === null) throw new Error(`${path} can't be read as ${task}`)
  return (index) => read(0, index % tilesAcross, Math.floor(index / tilesAcross))
}

async function alone({ codec, path, tiles }: DecodeFile): Promise<(index: number) => unknown> {
  const decode = await loadCodec(codec)
  const whole = await readFile(path)
  const encoded = tiles.map(({ offset, length }) => new Uint8Array(whole.subarray(offset, offset + length)))
  return (index) => decode(encoded[index % encoded.length] as Uint8Array)
}
