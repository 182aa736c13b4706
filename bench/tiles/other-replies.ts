import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { encodeAsAperio } from '../decode/files.ts'
import type { Child } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { aperioDescription, writeSlideFile } from '../support/slide-file.ts'
import { makeTissueTiles, tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import type { AskOrder, AskReport } from './client.ts'
import type { TileProduct } from './product.ts'
import { connections, requestHeaders, timeOf } from './rounds.ts'
import type { TileName } from './slide.ts'

const restSeconds = 5

/** How often an unchanged tile is asked for: some hundred tiles, again and again. */
const unchangedTiles = 200
const unchangedTimes = 40

/** Tiles in a row and in a column of the slide that must be decoded. */
const decodedAcross = 24
/** Decoded before those that count, as the processes that do it have to begin. */
const warmUpTiles = 96
const cachedTimes = 10

type Client = Child<AskOrder, AskReport>

export const productPath = (imageId: string, { level, x, y }: TileName): string =>
  `/api/viewers/tiles/${imageId}/${level}/${x}/${y}/`

/** CPU ms in a second that the product uses while nobody asks for anything. */
export async function measureRest({ pid }: TileProduct): Promise<number> {
  const before = await timeOf([pid])
  await sleep(restSeconds * 1000)
  const used = (await timeOf([pid])) - before
  return used / restSeconds
}

/** What a browser that has a tile already costs. */
export async function measureUnchanged({
  product,
  imageId,
  names,
  client,
}: {
  product: TileProduct
  imageId: string
  names: readonly TileName[]
  client: Client
}): Promise<Figure[]> {
  const paths = names.slice(0, unchangedTiles).map((tile) => productPath(imageId, tile))
  const token = await product.token()
  const etags: string[] = []
  for (const path of paths) {
    const reply = await fetch(product.origin + path, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    etags.push(reply.headers.get('etag') ?? '')
  }
  const order = {
    ...(await orderOf(product, repeat(paths, unchangedTimes))),
    etags: repeat(etags, unchangedTimes),
    status: 304,
  }
  return [
    { name: 'CPU, Cresyl, unchanged tile (304)', value: await perReply(product, client, order), unit: 'µs' },
  ]
}

/** A slide whose tiles no browser can show: each is asked for once, and then again and again. */
export async function measureDecoding({
  stage,
  product,
  client,
}: {
  stage: Stage
  product: TileProduct
  client: Client
}): Promise<Figure[]> {
  stage.say('A slide of JPEG 2000 tiles is made and uploaded')
  const imageId = await product.addSlide(await writeJpeg2000Slide(stage))
  const paths = Array.from({ length: decodedAcross ** 2 }, (_, index) =>
    productPath(imageId, { level: 0, x: index % decodedAcross, y: Math.floor(index / decodedAcross) }),
  )
  const counted = paths.slice(warmUpTiles)
  await client.ask(await orderOf(product, paths.slice(0, warmUpTiles)))
  const first = await perReply(product, client, await orderOf(product, counted))
  const again = await perReply(product, client, await orderOf(product, repeat(counted, cachedTimes)))
  return [
    { name: 'CPU, Cresyl, JPEG 2000 tile', value: first, unit: 'µs' },
    { name: 'CPU, Cresyl, JPEG 2000 tile again', value: again, unit: 'µs' },
  ]
}

const repeat = <T>(list: readonly T[], times: number): T[] => Array.from({ length: times }, () => list).flat()

async function orderOf({ port, token }: TileProduct, paths: readonly string[]): Promise<AskOrder> {
  return { port, paths, connections, status: 200, headers: requestHeaders(await token()) }
}

async function perReply({ pid }: TileProduct, client: Client, order: AskOrder): Promise<number> {
  const before = await timeOf([pid])
  await client.ask(order)
  return (((await timeOf([pid])) - before) * 1000) / order.paths.length
}

async function writeJpeg2000Slide(stage: Stage): Promise<string> {
  const encoded: Uint8Array[] = []
  for (const tile of makeTissueTiles(16, 'he')) encoded.push(await encodeAsAperio(tile))
  const path = join(stage.folder, 'jpeg2000.svs')
  const side = decodedAcross * tileSide
  const kind = { compression: compressions.jpeg2000Ycc, photometric: photometrics.rgb, samples: 3, bits: 8 }
  const description = aperioDescription(side)
  const reduced = side / 4
  const pages = [
    { width: side, height: side, description },
    {
      width: reduced,
      height: reduced,
      description: `Aperio Image Library v11.2.1\r\n${side}x${side} -> ${reduced}x${reduced}`,
    },
  ]
  await writeSlideFile(path, pages, kind, encoded)
  return path
}
