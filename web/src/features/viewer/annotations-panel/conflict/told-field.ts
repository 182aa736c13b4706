import { areaOf, lengthOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Patch } from '../../../../engine/annotations/content/shape.ts'
import { hasArea } from '../../../../engine/annotations/geometry/combine.ts'
import { transformed } from '../../../../engine/annotations/geometry/transform.ts'
import { formatArea, formatLength } from '../../../../engine/viewer/amounts.ts'
import { words } from '../words.ts'

const { conflict } = words
export type Field = keyof typeof conflict.fields

interface Around {
  readonly locale: string
  readonly people: readonly { id: string; name: string }[]
  /** Of the image; null where nobody knows how large its pixels are. */
  readonly space: Pick<ImageSpace, 'placement' | 'unit'> | null
}

/** What one version says in a field, in words. */
export function toldField(content: Patch, field: Field, { locale, people, space }: Around): string {
  switch (field) {
    case 'geometry': {
      const { geometry } = content
      if (geometry === undefined) return conflict.nothing
      const [a, b, , d, e] = space?.placement ?? [1, 0, 0, 0, 1, 0]
      const measured = transformed(geometry, [a, b, 0, d, e, 0])
      const unit = space?.unit ?? 'px'
      if (hasArea(geometry)) return conflict.area(formatArea(areaOf(measured), unit, locale))
      return geometry.type === 'LineString'
        ? conflict.length(formatLength(lengthOf(measured), unit, locale))
        : words.tools.point
    }
    case 'shape':
      return content.shape ? words.tools[content.shape] : conflict.nothing
    case 'review':
      return content.review ? words.reviews[content.review] : conflict.nothing
    case 'locked':
      return content.locked ? conflict.yes : conflict.no
    case 'assignee_id': {
      const { assignee_id: id } = content
      if (!id) return words.assign.nobody
      return people.find((person) => person.id === id)?.name ?? words.assign.unknown
    }
    case 'classification':
      return content.classification?.name ?? words.classes.none
    case 'tags':
      return content.tags?.join(', ') || conflict.nothing
    case 'z':
      return content.z === null || content.z === undefined ? conflict.everyPlane : String(content.z + 1)
    default:
      return content[field] || conflict.nothing
  }
}
