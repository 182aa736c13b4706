import { id, time } from '../api/fields.ts'
import { annotationLimits } from '../api/limits.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { outputKey } from '../predictors/inference-outputs.ts'
import { madeScale } from '../slides/made-scale.ts'
import { areaGeometry } from './annotation-geometry.ts'
import { annotationClassification } from './annotations.ts'

const which = {
  inference_job_id: id,
  /** The output of the manifest. */
  key: outputKey,
  /** Pixels of full resolution of the image that was run; absent: everywhere. */
  within: areaGeometry.optional(),
  organization_id: id.optional(),
}

const counted = z.array(z.object({ label: z.string(), color: z.string(), count: z.int() }))

/** Asked before detections are promoted: how many there are of each class. */
export const countDetections = route({
  method: 'POST',
  path: 'annotations/promote/count',
  summary: 'Number of detections of a run in a region, by class',
  access: 'create:annotations',
  body: z.strictObject(which),
  response: z.object({
    /** In the order of the output's classes. */
    classes: counted,
    count: z.int(),
  }),
  status: 200,
  errors: ['not_found', 'not_ready', 'too_many'],
  audit: null,
  whenFull: true,
  bodyLimit: annotationLimits.body,
})

/** Detections in a part of the image become annotations, which people can change. */
export const promoteDetections = route({
  method: 'POST',
  path: 'annotations/promote',
  summary: 'Create annotations from detections',
  access: 'create:annotations',
  body: z.strictObject({
    ...which,
    /** Numbers of classes of the output, from 0 on; absent: all. */
    classes: z.array(z.int().min(0)).max(100).optional(),
    /** Absent: a class by the name that the output gives. */
    classification: annotationClassification.nullable().optional(),
  }),
  response: z.object({ created: z.int(), created_at: time }),
  status: 201,
  errors: ['not_found', 'not_ready', 'archived', 'too_many'],
  audit: 'annotations.promoted',
  idempotent: true,
  bodyLimit: annotationLimits.body,
})

/** What runs have found in an annotation with an area: of each predictor the newest. */
export const readAnnotationCells = route({
  method: 'GET',
  path: 'annotations/{id}/cells',
  summary: 'Number and scores of the detections in an annotation',
  access: 'read:annotations',
  params: z.strictObject({ id }),
  response: z.object({
    results: z.array(
      z.object({
        inference_job_id: id,
        /** Of the predictor, and of its output. */
        predictor: z.string(),
        key: z.string(),
        label: z.string(),
        finished_at: time.nullable(),
        classes: counted,
        count: z.int(),
        made_scale: madeScale.nullable(),
        /** Where the classes are degrees of a stain; null where there are no cells too. */
        scores: z
          .object({
            /** 0 to 300. */
            h_score: z.number(),
            /** Per cent. */
            positivity: z.number(),
          })
          .nullable(),
      }),
    ),
  }),
  status: 200,
  errors: ['too_many'],
})
export type AnnotationCells = z.infer<(typeof readAnnotationCells)['response']>
