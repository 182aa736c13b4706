import type { Upload, UploadStage } from '../../../engine/uploads/upload.ts'
import { activeStages } from '../../../engine/uploads/upload-totals.ts'

/** To where a file of the queue can be moved: places that the uploader understands. */
export interface Moves {
  top: number | undefined
  up: number | undefined
  down: number | undefined
}

type Placed = Pick<Upload, 'key' | 'stage'>

/** Only files whose turn is still to come, or is now, have an order: drafts among drafts, the others among theirs. */
function groupOf(stage: UploadStage): 'drafts' | 'active' | undefined {
  if (stage === 'draft') return 'drafts'
  return activeStages.includes(stage) ? 'active' : undefined
}

export function canBeMoved({ stage }: Pick<Upload, 'stage'>): boolean {
  return groupOf(stage) !== undefined
}

/** The moves of every file at once, so that a long list is gone through once. */
export function movesOf(uploads: readonly Placed[]): ReadonlyMap<string, Moves> {
  const found = new Map<string, Moves>()
  for (const group of ['drafts', 'active'] as const) {
    const places = uploads.flatMap(({ stage }, place) => (groupOf(stage) === group ? [place] : []))
    places.forEach((place, index) => {
      const upload = uploads[place]
      if (upload) {
        found.set(upload.key, {
          top: index > 0 ? places[0] : undefined,
          up: places[index - 1],
          down: places[index + 1],
        })
      }
    })
  }
  return found
}

/** The place to which `key` goes when it is dropped on `target`; undefined where it can't be. */
export function placeOnto(uploads: readonly Placed[], key: string, target: string): number | undefined {
  const moved = uploads.find((upload) => upload.key === key)
  const place = uploads.findIndex((upload) => upload.key === target)
  const onto = uploads[place]
  if (!moved || !onto || key === target) return undefined
  const group = groupOf(moved.stage)
  return group !== undefined && group === groupOf(onto.stage) ? place : undefined
}
