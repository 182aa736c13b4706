import { LaunchFailure } from '../../launch/failure.js'
import { decodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import { tileSide } from '../support/slide-tiles.ts'

/** Levels of 256 by which a picture may differ on average when it was encoded again. */
const tolerance = 6

/** Fetches a tile and refuses what isn't the picture that lies in the slide. Tells by how many levels it differs. */
export async function comparePicture(
  name: string,
  url: string,
  headers: Record<string, string>,
  expected: Uint8Array,
): Promise<number> {
  const reply = await fetch(url, { headers })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  if (reply.status !== 200) throw new LaunchFailure(`${name} answered ${url} with ${reply.status}.`)
  const [given, wanted] = [await pixelsOf(bytes), await pixelsOf(expected)]
  let sum = 0
  for (let i = 0; i < wanted.length; i += 1) sum += Math.abs((given[i] ?? 0) - (wanted[i] ?? 0))
  const difference = sum / wanted.length
  if (given.length === wanted.length && difference <= tolerance) return difference
  throw new LaunchFailure(
    `${name} answered ${url} with another picture than the slide's: ${difference.toFixed(1)} levels off.`,
  )
}

async function pixelsOf(jpeg: Uint8Array): Promise<Uint8Array | Uint16Array> {
  const { data } = await decodeJpeg(jpeg, { width: tileSide, height: tileSide, samples: 3 })
  return data
}
