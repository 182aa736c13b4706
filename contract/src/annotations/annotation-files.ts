import { id, line, time } from '../api/fields.ts'
import { annotationClassLimits, annotationLimits } from '../api/limits.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { annotationClassification, annotationFilters } from './annotations.ts'

const file = {
  image_id: id,
  /** The text of the file. */
  content: z.string().min(1, 'The file is empty'),
  organization_id: id.optional(),
}

/** How many there are of each class of a file. */
const classesOfFile = z.array(
  z.object({
    classification: annotationClassification,
    count: z.int(),
    /** Whether it is a class of the organisation; else it keeps its name and the colour of the file. */
    known: z.boolean(),
  }),
)

/** What would come of importing a file: nothing is done. */
export const previewImport = route({
  method: 'POST',
  path: 'annotations/imports/preview',
  summary: 'Preview what a file would import as annotations',
  access: 'create:annotations',
  body: z.strictObject(file),
  response: z.object({
    format: z.enum(['geojson', 'aperio']),
    /** Features or regions of the file. */
    count: z.int(),
    /** Those that would be imported, and those that are there just so already. */
    fresh: z.int(),
    existing: z.int(),
    /** Why some can't be, the first of them; numbers count from 0. */
    problems: z.array(z.object({ index: z.int(), sentence: z.string() })),
    /** All that can't be: `without` of an import takes them. */
    refused: z.array(z.int()),
    classes: classesOfFile,
  }),
  status: 200,
  errors: ['not_found', 'not_ready', 'archived'],
  audit: null,
  whenFull: true,
  bodyLimit: annotationLimits.body,
})
export type ImportPreview = z.infer<(typeof previewImport)['response']>

/**
 * GeoJSON as QuPath writes it, or XML of ImageScope: which one its content tells. Everything or nothing; of a refusal
 * `fields` says of each that is wrong why, under `features.0` or `regions.0`.
 */
export const importAnnotations = route({
  method: 'POST',
  path: 'annotations/imports',
  summary: 'Import annotations from a file',
  access: 'create:annotations',
  body: z.strictObject({
    ...file,
    file_name: line(annotationLimits.fileName).default(''),
    /** Numbers of features or regions, from 0 on, that are left out: those that somebody was told of. */
    without: z.array(z.int().min(0)).max(annotationLimits.imported).default([]),
    /** Which class takes the place of one of the file; null: none. Those that aren't named stay as they are. */
    classes: z
      .array(
        z.strictObject({
          name: line(annotationClassLimits.name).min(1),
          classification: annotationClassification.nullable(),
        }),
      )
      .max(annotationLimits.mask.classes)
      .default([]),
  }),
  response: z.object({
    created: z.int(),
    /** By which they can be taken back together. */
    created_at: time,
    /** Those that are there just so already, by their id. */
    existing: z.int(),
    classes: classesOfFile,
  }),
  status: 201,
  errors: ['not_found', 'not_ready', 'archived', 'too_many'],
  audit: 'annotations.imported',
  idempotent: true,
  bodyLimit: annotationLimits.body,
})

/** Masks have one number for each class; which is which, their legend tells. */
export const annotationFileFormats = ['geojson', 'csv', 'mask_png', 'mask_tiff', 'mask_legend'] as const
export type AnnotationFileFormat = (typeof annotationFileFormats)[number]

const { slide_id: _, image_id: __, ...filters } = annotationFilters

const fileOfImage = {
  image_id: id,
  format: z.enum(annotationFileFormats).default('geojson'),
  /** µm per pixel of a mask; absent: full resolution. */
  mpp: z.number().gt(0).max(1000).optional(),
  /** Of a table: with what runs have found in each annotation, and the scores that follow. */
  cells: z.boolean().default(false),
}

const address = z.object({
  url: z.string(),
  file_name: z.string(),
  /** How many annotations there are in it. */
  count: z.int(),
  /** It is written while it is sent. */
  size: z.null(),
})

export const annotationsDownloadUrl = route({
  method: 'GET',
  path: 'annotations/download-url',
  summary: 'A download address for the annotations of an image, valid for half an hour',
  access: 'read:annotations',
  query: z.strictObject({ ...fileOfImage, ...filters }),
  response: address,
  status: 200,
  errors: ['not_found', 'not_ready', 'too_many'],
  audit: 'annotations.exported',
})

/** The same of more than an address can name. */
export const selectedDownloadUrl = route({
  method: 'POST',
  path: 'annotations/download-url',
  summary: 'A download address for the listed annotations of an image, valid for half an hour',
  access: 'read:annotations',
  body: z.strictObject({ ...fileOfImage, id: z.array(id).min(1).max(annotationLimits.selected) }),
  response: address,
  status: 200,
  errors: ['not_found', 'not_ready', 'too_many', 'quota_exceeded', 'rate_limited'],
  audit: 'annotations.exported',
  bodyLimit: annotationLimits.selectedBody,
})
