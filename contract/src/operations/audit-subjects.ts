import { type AuditEvent, auditEvents } from '../api/audit.ts'

/** What rows of the audit log can be about. */
export const auditSubjectKinds = {
  slide: 'Slides',
  file: 'Files',
  image: 'Images and exports',
  project: 'Projects',
  annotation: 'Annotations',
  qc_job: 'Quality checks',
  inference_job: 'Predictor runs',
  predictor: 'Predictors',
  member: 'Members and access',
  organization: 'Organisation and settings',
  vocabulary: 'Tissues and stains',
  ticket: 'Support tickets',
  job: 'Jobs',
} as const satisfies Record<string, string>
export type AuditSubjectKind = keyof typeof auditSubjectKinds
export const auditSubjectKindKeys = Object.keys(auditSubjectKinds) as [
  AuditSubjectKind,
  ...AuditSubjectKind[],
]

type Family = AuditEvent extends infer Event
  ? Event extends `${infer First}.${string}`
    ? First
    : never
  : never

/** By the first word of its events. */
const kindOfFamily = {
  slide: 'slide',
  slides: 'slide',
  label: 'slide',
  registration: 'slide',
  file: 'file',
  image: 'image',
  export: 'image',
  project: 'project',
  preset: 'project',
  annotation: 'annotation',
  annotations: 'annotation',
  qc_job: 'qc_job',
  qc_jobs: 'qc_job',
  inference_job: 'inference_job',
  inference_jobs: 'inference_job',
  predictor: 'predictor',
  member: 'member',
  invitation: 'member',
  password: 'member',
  profile: 'member',
  api_token: 'member',
  session: 'member',
  access: 'member',
  token: 'member',
  organization: 'organization',
  settings: 'organization',
  demo: 'organization',
  audits: 'organization',
  tissue: 'vocabulary',
  stainer: 'vocabulary',
  ticket: 'ticket',
  job: 'job',
  storage: 'job',
} as const satisfies Record<Family, AuditSubjectKind>

export const auditEventKeys = Object.keys(auditEvents) as [AuditEvent, ...AuditEvent[]]

export function subjectKindOf(event: AuditEvent): AuditSubjectKind {
  return kindOfFamily[event.split('.')[0] as Family]
}

/** Something that was asked for and not allowed. */
export const refusalEvents = ['access.refused', 'session.refused'] as const satisfies readonly AuditEvent[]

/** Which events a reader can have asked for: those named, of the kinds named, refusals alone. */
export function eventsAskedFor(asked: {
  event?: readonly AuditEvent[] | undefined
  subject_kind?: readonly AuditSubjectKind[] | undefined
  refused?: boolean | undefined
}): readonly AuditEvent[] | undefined {
  const { event = [], subject_kind: kinds = [], refused = false } = asked
  if (event.length === 0 && kinds.length === 0 && !refused) return undefined
  return auditEventKeys.filter(
    (each) =>
      (event.length === 0 || event.includes(each)) &&
      (kinds.length === 0 || kinds.includes(subjectKindOf(each))) &&
      (!refused || refusalEvents.some((refusal) => refusal === each)),
  )
}
