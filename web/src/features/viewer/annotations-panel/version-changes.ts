import type { AnnotationVersion } from '@cresyl/contract/annotations/annotation-details'
import { isolate } from '@cresyl/contract/api/isolate'
import { isSame } from '../../../engine/annotations/content/shape.ts'
import { isMovedOnly } from '../../../engine/annotations/geometry/transform.ts'
import { words } from './words.ts'

const own = words.history

/** What a version has changed of the one before it; undefined: that is not known, or there was none. */
export function changesOf(
  now: AnnotationVersion,
  before: AnnotationVersion | undefined,
  people: readonly { id: string; name: string }[],
): readonly string[] {
  if (now.version === 1) return [own.created]
  if (before === undefined) return [own.changed]
  const said: string[] = []
  if (now.deleted !== before.deleted) said.push(now.deleted ? own.deleted : own.restored)
  if (!isSame(now.geometry, before.geometry))
    said.push(isMovedOnly(before.geometry, now.geometry) ? own.moved : own.reshaped)
  const [className, classBefore] = [now.classification?.name, before.classification?.name]
  if (className !== classBefore)
    said.push(own.classes(classBefore ?? words.classes.none, className ?? words.classes.none))
  if (now.name !== before.name) said.push(own.renamed(before.name, now.name))
  if (now.notes !== before.notes) said.push(own.notes)
  if (!isSame(now.tags, before.tags)) said.push(own.tags)
  if (now.locked !== before.locked) said.push(now.locked ? own.locked : own.unlocked)
  if (now.review !== before.review) said.push(own.reviews[now.review])
  if (now.assignee_id !== before.assignee_id) {
    const person = people.find(({ id }) => id === now.assignee_id)?.name ?? words.assign.unknown
    said.push(now.assignee_id === null ? own.unassigned : own.assigned(isolate(person)))
  }
  if (now.z !== before.z) said.push(own.plane)
  return said.length === 0 ? [own.changed] : said
}
