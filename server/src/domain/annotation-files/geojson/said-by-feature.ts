import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { readClass } from './class-of-feature.ts'
import { type JsonRecord, recordIn } from './json-record.ts'

/** What a feature says in QuPath's words that we have words for too. */
export interface Said extends Pick<Annotation, 'name' | 'notes' | 'locked' | 'z'> {
  /** Undefined where it is no class. */
  classification: Annotation['classification'] | undefined
}

/** Where QuPath keeps the description of an annotation. */
export const descriptionKey = 'ANNOTATION_DESCRIPTION'

/** Whatever the feature is: what it doesn't say is nothing. */
export function saidBy(feature: JsonRecord): Said {
  const properties = recordIn(feature.properties)
  const description = recordIn(properties.metadata)[descriptionKey]
  const { z } = recordIn(recordIn(feature.geometry).plane)
  return {
    classification: readClass(properties.classification),
    name: typeof properties.name === 'string' ? properties.name.trim() : '',
    notes: typeof description === 'string' ? description.trim() : '',
    locked: properties.isLocked === true,
    z: typeof z === 'number' ? z : null,
  }
}
