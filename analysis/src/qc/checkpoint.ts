import { deserialize, serialize } from 'node:v8'
import { deflateSync, inflateSync } from 'node:zlib'
import type { SlideImage } from '@cresyl/slides'
import type { Accumulator, MeasureState } from './measure.ts'

/** How far a check has come, as bytes: only for the check of the same image by the same version. */
export type QcCheckpoint = Uint8Array

interface Saved {
  readonly identity: string
  /** Tiles of the second pass that are done. */
  readonly done: number
  readonly states: Readonly<Record<string, MeasureState>>
}

/** Far more than any check needs; what claims to be larger isn't ours. */
const mostBytes = 512 * 1024 * 1024

/** Of which check a checkpoint is: another version, image or plane has another. */
export const identityOf = (image: SlideImage, version: number, z: number, t: number): string =>
  JSON.stringify([
    ...[version, z, t, image.width, image.height, image.mpp, image.objective, image.channels.length],
    image.levels.map(({ width, height, tileWidth, tileHeight }) => [width, height, tileWidth, tileHeight]),
  ])

type Accumulators = Readonly<Record<string, Accumulator>>

export function saveCheckpoint(identity: string, done: number, accumulators: Accumulators): QcCheckpoint {
  const states = Object.fromEntries(Object.entries(accumulators).map(([key, { state }]) => [key, state]))
  const saved: Saved = { identity, done, states }
  return new Uint8Array(deflateSync(serialize(saved), { level: 1 }))
}

/** Fills the accumulators and says how many tiles are done: none where it is of another check or no checkpoint at all. */
export function restoreCheckpoint(
  identity: string,
  checkpoint: QcCheckpoint | undefined,
  accumulators: Accumulators,
): number {
  const saved = checkpoint && readSaved(checkpoint)
  if (!saved || saved.identity !== identity) return 0
  const pairs = Object.entries(accumulators).flatMap(([key, { state }]) =>
    Object.entries(state).map(([name, values]) => ({ values, kept: saved.states[key]?.[name] })),
  )
  const fits = pairs.every(
    ({ values, kept }) => kept?.length === values.length && kept.constructor === values.constructor,
  )
  if (!fits) return 0
  for (const { values, kept } of pairs) if (kept) values.set(kept)
  return saved.done
}

function readSaved(checkpoint: QcCheckpoint): Saved | undefined {
  try {
    // Its shape is that of `Saved` where the identity, which has the version, is the same.
    const saved = deserialize(
      inflateSync(checkpoint, { maxOutputLength: mostBytes }),
    ) as Partial<Saved> | null
    const isSaved = typeof saved?.identity === 'string' && Number.isSafeInteger(saved.done) && saved.states
    return isSaved ? (saved as Saved) : undefined
  } catch {
    return undefined
  }
}
