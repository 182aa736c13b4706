import type { AnnotationView } from '@cresyl/contract/annotations/annotation-views'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { users } from '../../platform/db/schema/index.ts'
import { pickPerson } from '../resource.ts'
import { classificationOf } from './view.ts'

type Drawn = AnnotationView['shapes'][number]
type More = Pick<Drawn, 'notes' | 'tags' | 'locked' | 'review' | 'z' | 'assignee_id'>

interface Row extends Record<string, unknown>, Pick<Drawn, 'id' | 'version' | 'shape' | 'name'> {
  class_name: string | null
  class_color: string | null
  author_id: string | null
  more: More | null
  bytes: Buffer
}

export interface Place {
  min_x: number
  min_y: number
  max_x: number
  max_y: number
}

const nothingMore: More = { notes: '', tags: [], locked: false, review: 'open', z: null, assignee_id: null }

/**
 * What is drawn of the annotations in a part of an image, from a class of size on; null where there are more than `most`.
 * A view has thousands of them: only what it shows is read, their corners stay the bytes that they are, and the few people
 * who drew them are looked up once.
 */
export async function findDrawn(
  tx: Tx,
  imageId: string,
  { min_x, min_y, max_x, max_y }: Place,
  leastSize: number,
  most: number,
): Promise<Pick<AnnotationView, 'shapes' | 'geometries'> | null> {
  const { rows } = await tx.execute<Row>(sql`
    select * from annotations_in_view(${imageId}, ${leastSize}, ${min_x}, ${min_y}, ${max_x}, ${max_y}, ${most + 1})`)
  if (rows.length > most) return null
  const people = await findPeople(tx, new Set(rows.flatMap(({ author_id: id }) => id ?? [])))
  return {
    shapes: rows.map(({ id, version, shape, name, class_name, class_color, author_id, more }) => ({
      id,
      version,
      shape,
      name,
      ...(more ?? nothingMore),
      classification: classificationOf(class_name, class_color),
      created_by: (author_id && people.get(author_id)) || null,
    })),
    geometries: Buffer.concat(rows.map(({ bytes }) => bytes)).toString('base64'),
  }
}

async function findPeople(tx: Tx, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, NonNullable<Drawn['created_by']>>()
  const found = await tx
    .select(pickPerson(users))
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(found.map((person) => [person.id, person]))
}
