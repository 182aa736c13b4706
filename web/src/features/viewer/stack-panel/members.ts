import { z } from '@cresyl/contract/api/zod'
import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Image } from '@cresyl/contract/slides/images'
import type { Registration } from '@cresyl/contract/slides/registrations'
import { formatDate, formatExactTime } from '../../../ui/text/dates.ts'
import { arranged } from '../panel/arranged.ts'
import { outputRows, type ShownResult } from '../results-panel/run-rows.ts'
import { words } from './words.ts'

interface Member {
  /** Different for each, and the same the next time. */
  readonly id: string
  /** As it is called unless someone calls it otherwise. */
  readonly usualName: string
  readonly name: string
  readonly group: MemberGroup
}

/** What belongs together: what was scanned, what came of one run, and what was aligned with the slide. */
export interface MemberGroup {
  readonly key: string
  readonly label: string
  /** When the run was done; null for what was scanned. */
  readonly at: string | null
}

/** An image that can be looked at by itself, and compared. */
export interface ImageMember extends Member {
  readonly kind: 'image'
  readonly imageId: string
  readonly slideId: string
  readonly isVirtual: boolean
  /** A space that it lies in; null where nobody knows. */
  readonly space: ImageSpace | null
}

/** What lies over images: masks, heat maps, detections. */
export interface ResultMember extends Member {
  readonly kind: 'result'
  readonly shown: ShownResult
}

export type StackMember = ImageMember | ResultMember

/** What someone has made of the stack of a slide, on this device. */
export const arrangementSchema = z.object({
  order: z.array(z.string().max(300)).max(2000),
  names: z.record(z.string().max(300), z.string().max(120)),
})
export type Arrangement = z.infer<typeof arrangementSchema>
export const usualArrangement: Arrangement = { order: [], names: {} }

interface Known {
  readonly images: readonly Image[]
  /** The newest first. */
  readonly runs: readonly InferenceJobWithProvenance[]
  /** Of this slide with others. */
  readonly registrations: readonly Registration[]
  readonly arrangement: Arrangement
  /** Of results, as whoever sent a link had them; stronger than the arrangement. */
  readonly linkedOrder?: readonly string[]
}

/** All of a slide's stack: what was scanned, then the runs, newest first, unless someone has put them otherwise. */
export function stackMembers(known: Known): readonly StackMember[] {
  const { images, runs, registrations, arrangement, linkedOrder = [] } = known
  const ready = images.filter(({ state }) => state === 'ready')
  const found = [
    ...scanned(ready),
    ...registrations.flatMap((each) => aligned(each, ready)),
    ...runs.flatMap((run) => membersOf(run, ready)),
  ]
  const named = found.map((member) => ({ ...member, name: arrangement.names[member.id] ?? member.usualName }))
  return arranged(arranged(named, arrangement.order), linkedOrder)
}

function scanned(images: readonly Image[]): ImageMember[] {
  const sources = images
    .filter(({ kind }) => kind === 'source')
    .toSorted((one, other) => areaOf(other) - areaOf(one))
  return sources.map((image, index) => {
    const usualName = image.name ?? (sources.length > 1 ? words.scene(index + 1) : words.scanned)
    return {
      kind: 'image',
      id: image.id,
      imageId: image.id,
      slideId: image.slide_id ?? '',
      usualName,
      name: usualName,
      isVirtual: false,
      space: image.space,
      group: { key: 'scanned', label: words.scannedGroup, at: null },
    }
  })
}

/** The other slide of a pair: it lies in the space of this one's image. */
function aligned(registration: Registration, images: readonly Image[]): ImageMember[] {
  const { image_id: fixed, moving_image_id: moving } = registration
  const own = images.find(({ id }) => id === fixed || id === moving)
  if (!own) return []
  const isFixed = own.id === fixed
  const imageId = isFixed ? moving : fixed
  const name = isFixed ? registration.moving_slide_name : registration.slide_name
  return [
    {
      kind: 'image',
      id: imageId,
      imageId,
      usualName: name,
      name,
      isVirtual: false,
      space: own.space,
      slideId: isFixed ? registration.moving_slide_id : registration.slide_id,
      group: { key: 'aligned', label: words.alignedGroup, at: null },
    },
  ]
}

const areaOf = ({ width, height }: Image) => (width ?? 0) * (height ?? 0)

function membersOf(run: InferenceJobWithProvenance, images: readonly Image[]): StackMember[] {
  const group = { key: run.id, label: run.predictor.name, at: run.finished_at ?? run.created_at }
  return outputRows(run, run.manifest).flatMap((row): StackMember[] => {
    const { label, image_id: imageId, space } = row.output
    if (row.kind === 'image') {
      if (imageId === null || !images.some(({ id }) => id === imageId)) return []
      const names = { usualName: label, name: label }
      const image = { id: imageId, imageId, slideId: run.slide_id, space }
      return [{ kind: 'image', ...names, ...image, isVirtual: row.isVirtual, group }]
    }
    if (row.kind === 'score' || !row.shown) return []
    return [{ kind: 'result', id: row.shown.id, usualName: label, name: label, shown: row.shown, group }]
  })
}

/** The order after one of them was moved by so many places, or to another's place. */
export function movedTo(members: readonly { id: string }[], id: string, place: number): string[] {
  const ids = members.map((member) => member.id)
  const from = ids.indexOf(id)
  if (from === -1) return ids
  const others = ids.toSpliced(from, 1)
  return others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, id)
}

export const imagesOf = (members: readonly StackMember[]): ImageMember[] =>
  members.filter((member) => member.kind === 'image')

/** What an image of a stack is called: with the time of its run where another has the same name. */
export function nameAmong(images: readonly ImageMember[], imageId: string | null): string | undefined {
  const member = images.find((each) => each.imageId === imageId)
  if (!member) return undefined
  const { name, group } = member
  const isAlone = images.filter((each) => each.name === name).length === 1
  return isAlone || group.at === null
    ? name
    : words.nameAt(name, formatDate(group.at), formatExactTime(group.at))
}
