import type { Context } from '../../platform/context.ts'
import type { Member } from '../work.ts'
import { recordView, type ViewedImage, viewedSubject } from './record-view.ts'

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
