import type { Context } from '../../platform/context.ts'
import { areLabelsShown } from '../images/labels.ts'
import { noSuchImage } from '../images/queries.ts'
import type { Member } from '../work.ts'
import { createImageMemory, type ImageMemoryContext } from './image-access-memory.ts'
import type { LoadedImage } from './load-shown-image.ts'
import { isIdentifying } from './record-view.ts'
import { createViewRecorder } from './record-view-once.ts'
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
