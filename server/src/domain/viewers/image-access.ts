import type { Context } from '../../platform/context.ts'
import { areLabelsShown } from '../images/labels.ts'
import { noSuchImage } from '../images/queries.ts'
import type { Member } from '../work.ts'
import { createImageMemory, type ImageMemoryContext } from './image-access-memory.ts'
import type { LoadedImage } from './load-shown-image.ts'
import { isIdentifying, recordView, type ViewedImage, viewedSubject } from './record-view.ts'
import type { ImageAccess, Showing, ShownImage } from './shown-image.ts'

export function createImageAccess(
  context: ImageMemoryContext & Pick<Context, 'database' | 'clock'>,
  limit?: number,
): ImageAccess {
  const memory = createImageMemory(context, limit)
  const views = createViewRecorder(context)

  const known = (member: Member, imageId: string, showing: Showing = 'tile'): ShownImage | undefined => {
    const found = memory.find(member.organizationId, imageId)
    if (found === undefined || !maySee(member, found)) return undefined
    return !counts(found.image, showing) || views.isRecorded(member, found.image) ? found.image : undefined
  }

  const decide = async (
    member: Member,
    imageId: string,
    showing: Showing,
    requestId?: string,
  ): Promise<ShownImage> => {
    const { organizationId } = member
    const found = memory.find(organizationId, imageId) ?? (await memory.load(organizationId, imageId))
    if (!maySee(member, found)) throw noSuchImage()
    const { image } = found
    if (counts(image, showing) && !views.isRecorded(member, image)) {
      await views.record(member, image, requestId)
    }
    return image
  }

  return {
    known,
    show: (member, imageId, showing = 'tile', requestId) => {
      const image = known(member, imageId, showing)
      return image ? Promise.resolve(image) : decide(member, imageId, showing, requestId)
    },
    onDropped: memory.onDropped,
    close: memory.close,
  }
}

function maySee(member: Member, { image, labelVisibility }: LoadedImage): boolean {
  return !isIdentifying(image.kind) || areLabelsShown(member, labelVisibility)
}

/** Whether it is looking at the slide, or at a label: what the audit log tells of. */
function counts({ kind }: ShownImage, showing: Showing): boolean {
  return showing === 'tile' || isIdentifying(kind)
}

/** Views that this process knows to be in the audit log, so that the tiles of a slide take no query. */
export interface ViewRecorder {
  isRecorded(member: Member, image: ViewedImage): boolean
  /** Answers once it is there; who asks meanwhile waits for the same. */
  record(member: Member, image: ViewedImage, requestId?: string): Promise<void>
}

const rememberedViews = 50_000

export function createViewRecorder({ database, clock }: Pick<Context, 'database' | 'clock'>): ViewRecorder {
  const recorded = new Map<string, Map<string, number>>()
  const recording = new Map<string, Promise<void>>()
  let remembered = 0

  const remember = ({ userId }: Member, image: ViewedImage, until: number) => {
    const own = recorded.get(userId) ?? new Map<string, number>()
    const key = keyOf(image)
    if (!own.has(key)) remembered++
    own.set(key, until)
    recorded.delete(userId)
    recorded.set(userId, own)
    for (const [person, theirs] of recorded) {
      if (remembered <= rememberedViews) return
      recorded.delete(person)
      remembered -= theirs.size
    }
  }

  const write = async (member: Member, image: ViewedImage, requestId?: string) => {
    const { organizationId, userId } = member
    const now = clock.now()
    const lasts = await database.asMember({ organizationId, userId }, (tx) =>
      recordView({ tx, member, now }, image, requestId),
    )
    remember(member, image, now.getTime() + lasts)
  }

  return {
    isRecorded: ({ userId }, image) => {
      const until = recorded.get(userId)?.get(keyOf(image))
      return until !== undefined && clock.now().getTime() < until
    },
    record: (member, image, requestId) => {
      const key = `${member.userId} ${keyOf(image)}`
      const running = recording.get(key)
      if (running) return running
      const started = write(member, image, requestId).finally(() => recording.delete(key))
      recording.set(key, started)
      return started
    },
  }
}

function keyOf(image: ViewedImage): string {
  const { id, identifying } = viewedSubject(image)
  return identifying ? `${id} label` : id
}
