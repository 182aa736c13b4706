import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { id as uuid } from '@cresyl/contract/api/fields'
import { writeClass } from './class-of-feature.ts'
import { isEmpty, type JsonRecord, recordIn } from './json-record.ts'
import { isEllipse, naturalShape } from './natural-shape.ts'
import { descriptionKey, type Said, saidBy } from './said-by-feature.ts'

type Exported = Pick<
  Annotation,
  | 'id'
  | 'geometry'
  | 'shape'
  | 'classification'
  | 'name'
  | 'notes'
  | 'tags'
  | 'locked'
  | 'z'
  | 'review'
  | 'extras'
>

/** Under which key of an annotation's extras its feature is kept, and our own words under which of a feature's properties. */
export const keptAs = 'geojson'
export const ownWords = 'cresyl'

/**
 * An annotation as QuPath reads it. One that came as a feature is given back as it came, down to words we don't know,
 * but for what has been changed since.
 */
export function featureOf(annotation: Exported): JsonRecord {
  const { [keptAs]: came, ...extras } = annotation.extras
  const kept = recordIn(came)
  const { geometry, properties, id, ...rest } = kept
  return {
    type: 'Feature',
    id: id !== undefined && !uuid.safeParse(id).success ? id : annotation.id,
    geometry: geometryOf(annotation, recordIn(geometry), saidBy(kept)),
    properties: {
      ...(came === undefined && { objectType: 'annotation' }),
      ...propertiesOf(annotation, recordIn(properties), saidBy(kept)),
      ...ownWordsOf(annotation, extras),
    },
    ...rest,
  }
}

function geometryOf({ geometry, z }: Exported, kept: JsonRecord, said: Said): JsonRecord {
  const { isEllipse: wasEllipse, plane, ...rest } = kept
  const { type, coordinates } = geometry
  const { z: _, ...elsewhere } = recordIn(plane)
  const isDefault = z === null && (isEmpty(elsewhere) || said.z !== null)
  return {
    type,
    coordinates,
    ...(wasEllipse !== undefined && isEllipse(geometry) && { isEllipse: wasEllipse }),
    ...(said.z === z
      ? plane !== undefined && { plane }
      : !isDefault && { plane: { c: -1, t: 0, ...elsewhere, ...(z !== null && { z }) } }),
    ...rest,
  }
}

function propertiesOf(annotation: Exported, kept: JsonRecord, said: Said): JsonRecord {
  const { name, classification, locked, notes } = annotation
  const written: JsonRecord = { ...kept }
  const write = (key: string, value: unknown) => {
    if (value === undefined) delete written[key]
    else written[key] = value
  }
  if (said.name !== name) write('name', name || undefined)
  if (!isSameClass(said.classification, classification))
    write('classification', classification === null ? undefined : writeClass(classification))
  if (said.locked !== locked) write('isLocked', locked || undefined)
  if (said.notes !== notes) {
    const { [descriptionKey]: _, ...metadata } = recordIn(kept.metadata)
    const described = notes === '' ? metadata : { ...metadata, [descriptionKey]: notes }
    write('metadata', isEmpty(described) ? undefined : described)
  }
  return written
}

function isSameClass(one: Said['classification'], other: Annotation['classification']): boolean {
  if (!one || !other) return one === other
  return one.name === other.name && one.color.toUpperCase() === other.color.toUpperCase()
}

/** What QuPath has no words for. */
function ownWordsOf({ geometry, shape, tags, review }: Exported, extras: JsonRecord): JsonRecord {
  const words = {
    ...(shape !== naturalShape(geometry) && { shape }),
    ...(tags.length > 0 && { tags }),
    ...(review !== 'open' && { review }),
    ...(!isEmpty(extras) && { extras }),
  }
  return isEmpty(words) ? {} : { [ownWords]: words }
}
