import { id } from '../api/fields.ts'
import { annotationLimits } from '../api/limits.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import {
  type Annotation,
  annotation,
  annotationClassification,
  annotationFilters,
  reviewStates,
} from './annotations.ts'
import { readGeometries } from './geometry-bytes.ts'

const pixel = z.number().min(-annotationLimits.farthest).max(annotationLimits.farthest)

/** A shape as it is drawn, with all that a copy of it needs: also without a connection. */
const drawnAnnotation = annotation.pick({
  id: true,
  shape: true,
  classification: true,
  name: true,
  notes: true,
  tags: true,
  locked: true,
  review: true,
  z: true,
  assignee_id: true,
  created_by: true,
  version: true,
})
export type DrawnAnnotation = z.infer<typeof drawnAnnotation> & Pick<Annotation, 'geometry'>

/**
 * What is to be drawn of a part of an image. Whatever is too small to be seen as a shape is counted, cell by cell, so
 * that nothing is hidden.
 */
export const viewAnnotations = route({
  method: 'GET',
  path: 'annotations/viewport',
  summary: 'The annotations in a part of an image: shapes, and counts of those too small to draw',
  access: 'read:annotations',
  query: z.strictObject({
    image_id: id,
    min_x: pixel,
    min_y: pixel,
    max_x: pixel,
    max_y: pixel,
    /**
     * Shapes shorter than this on both sides, in pixels of full resolution, are only counted. It is rounded down to a
     * power of two; below 1 everything is a shape. Where too many would be left to be sent, longer ones are counted too.
     */
    least: z.number().min(0).max(annotationLimits.farthest).default(0),
  }),
  response: z.object({
    shapes: z.array(drawnAnnotation),
    /**
     * The corners of the shapes, in their order, as base64 (geometry-bytes.ts): as numbers of JSON those of a full view
     * cost more than all the rest.
     */
    geometries: z.base64(),
    /**
     * Pixels a side of a cell, and how many there are around the middle of each that has any: of those that have the
     * middle of their box in a cell that meets the view.
     */
    cell: z.number(),
    counted: z.array(z.object({ x: z.number(), y: z.number(), count: z.int() })),
    /** Whether as little was counted as was asked for: else there are too many shapes in this part. */
    complete: z.boolean(),
  }),
  status: 200,
  errors: ['not_found', 'not_ready'],
  large: true,
})
export type AnnotationView = z.infer<(typeof viewAnnotations)['response']>

/** The shapes of a view with their corners. */
export function shapesOf({
  shapes,
  geometries,
}: Pick<AnnotationView, 'shapes' | 'geometries'>): DrawnAnnotation[] {
  const text = atob(geometries)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  const read = readGeometries(bytes)
  return shapes.map((shape) => {
    const geometry = read.next().value
    if (geometry === undefined) throw new Error('The view has fewer geometries than shapes')
    return { ...shape, geometry }
  })
}

export const summariseAnnotations = route({
  method: 'GET',
  path: 'annotations/summary',
  summary: 'Number and area of annotations by class',
  access: 'read:annotations',
  query: z.strictObject(annotationFilters),
  response: z.object({
    count: z.int(),
    classes: z.array(
      z.object({
        classification: annotationClassification.nullable(),
        count: z.int(),
        area_px: z.number(),
        length_px: z.number(),
      }),
    ),
    /** By the state of review. */
    reviews: z.record(z.enum(reviewStates), z.int()),
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  }),
  status: 200,
})
