import type { Annotation } from '@cresyl/contract/annotations'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** What people say of places of images. What each was before a change, the database keeps; its corners lie apart. */
export const annotations = pgTable('annotations', {
  organizationId: uuid('organization_id').notNull(),
  /** Made by the browser: unique within the organisation. */
  id: uuid('id').notNull(),
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  shape: text('shape').$type<Annotation['shape']>().notNull(),
  /** Of this annotation, when its geometry was last changed. */
  geometryVersion: integer('geometry_version').notNull().default(1),
  positions: integer('positions').notNull(),
  minX: doublePrecision('min_x').notNull(),
  minY: doublePrecision('min_y').notNull(),
  maxX: doublePrecision('max_x').notNull(),
  maxY: doublePrecision('max_y').notNull(),
  /** Of the longer side of its box: 0 below a pixel, n from 2^(n-1) pixels up to 2^n. */
  sizeClass: smallint('size_class').notNull(),
  /** Of its geometry, where they are few; else null. */
  corners: bytea('corners'),
  areaPx: doublePrecision('area_px').notNull(),
  lengthPx: doublePrecision('length_px').notNull(),
  className: text('class_name'),
  classColor: text('class_color'),
  name: text('name').notNull().default(''),
  notes: text('notes').notNull().default(''),
  tags: text('tags').array().notNull().default([]),
  locked: boolean('locked').notNull().default(false),
  z: integer('z'),
  review: text('review').$type<Annotation['review']>().notNull().default('open'),
  assigneeId: uuid('assignee_id'),
  extras: jsonb('extras').$type<Annotation['extras']>().notNull().default({}),
  searchKey: text('search_key').notNull(),
  /** The same where it is short, as migration 0042 says; else null. */
  searchShort: text('search_short').generatedAlwaysAs(sql``),
  origin: text('origin').$type<Annotation['origin']>().notNull(),
  inferenceJobId: uuid('inference_job_id'),
  comments: integer('comments').notNull().default(0),
  createdBy: uuid('created_by'),
  updatedBy: uuid('updated_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})

/** How many annotations have their middle in each square of an image: kept by the database. */
export const annotationCells = pgTable('annotation_cells', {
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  /** Pixels of full resolution a side: one of `cellSides`. */
  side: integer('side').notNull(),
  x: integer('x').notNull(),
  y: integer('y').notNull(),
  sizeClass: smallint('size_class').notNull(),
  annotations: integer('annotations').notNull(),
})

/** Those that are counted in, the finest first. */
export const cellSides = [256, 1024] as const

export const annotationComments = pgTable('annotation_comments', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  text: text('text').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Corners of annotations, one row for each time they changed: never written again. */
export const annotationGeometries = pgTable('annotation_geometries', {
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  /** Of the annotation, when it got this geometry. */
  version: integer('version').notNull(),
  bytes: bytea('bytes').notNull(),
})

/** Changes of how many annotations of each class an image has that aren't deleted, and of their areas and lengths. */
export const annotationSums = pgTable('annotation_sums', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  className: text('class_name'),
  classColor: text('class_color'),
  review: text('review').$type<Annotation['review']>().notNull(),
  annotations: bigint('annotations', { mode: 'number' }).notNull(),
  areaPx: numeric('area_px').notNull(),
  lengthPx: numeric('length_px').notNull(),
})

/** The columns that people change, by name. */
export type KeptContent = Pick<
  Annotation,
  'shape' | 'name' | 'notes' | 'tags' | 'locked' | 'z' | 'review' | 'assignee_id' | 'extras'
> & { class_name: string | null; class_color: string | null }

/** What annotations were before each change: written by the database alone. */
export const annotationVersions = pgTable('annotation_versions', {
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  version: integer('version').notNull(),
  geometryVersion: integer('geometry_version').notNull(),
  content: jsonb('content').$type<KeptContent>().notNull(),
  deleted: boolean('deleted').notNull(),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at').notNull(),
})
