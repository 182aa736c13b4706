import { annotationLink } from '@cresyl/contract/annotations/annotations'
import { isolate } from '@cresyl/contract/api/isolate'
import { eq } from 'drizzle-orm'
import { slides, users } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { notify } from './notify.ts'

interface Told {
  kind: 'mention' | 'assignment'
  slideId: string
  annotationId: string
  to: readonly string[]
}

/** Tells people what the member has just done to an annotation, with a link to it. */
export async function tellOfAnnotation(
  { tx, member, now }: Work,
  { kind, slideId, annotationId, to }: Told,
  say: (author: string, slide: string) => string,
): Promise<void> {
  if (to.length === 0) return
  const [author] = await tx.select({ name: users.name }).from(users).where(eq(users.id, member.userId))
  const [slide] = await tx.select({ name: slides.name }).from(slides).where(eq(slides.id, slideId))
  await notify(tx, {
    organizationId: member.organizationId,
    kind,
    text: say(isolate(author?.name ?? 'Someone'), isolate(slide?.name ?? 'a slide')),
    link: annotationLink(slideId, annotationId),
    to,
    except: member.userId,
    now,
  })
}

export interface Assignment {
  /** Of the annotation. */
  id: string
  assigneeId: string | null | undefined
}

/** Each person is told once of all that a request assigned to them. */
export async function tellAssigned(
  work: Work,
  slideId: string,
  assigned: readonly Assignment[],
): Promise<void> {
  const byPerson = Map.groupBy(assigned, ({ assigneeId }) => assigneeId)
  for (const [person, theirs] of byPerson) {
    const [first] = theirs
    if (!person || first === undefined || person === work.member.userId) continue
    const what = theirs.length === 1 ? 'an annotation' : `${theirs.length.toLocaleString('en')} annotations`
    await tellOfAnnotation(
      work,
      { kind: 'assignment', slideId, annotationId: first.id, to: [person] },
      (author, slide) => `${author} assigned ${what} on ${slide} to you.`,
    )
  }
}
