import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import type { Access, Route } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import { routes } from '@cresyl/contract/routes'
import type { TestApi, TestMember, TestRequest } from './test-api.ts'
import {
  annotationDetectionExamples,
  annotationDetectionProvocations,
} from './test-support/annotation-detections-examples.ts'
import {
  annotationFileExamples,
  annotationFileProvocations,
} from './test-support/annotation-files-examples.ts'
import { annotationExamples, annotationProvocations } from './test-support/annotations-examples.ts'
import { apiTokenExamples, apiTokenProvocations } from './test-support/api-tokens-examples.ts'
import { auditExamples, auditProvocations } from './test-support/audits-examples.ts'
import { dashboardExamples } from './test-support/dashboard-examples.ts'
import { demoExamples, demoProvocations } from './test-support/demo-examples.ts'
import type { ExampleRequest, Examples, Provocations } from './test-support/example.ts'
import { exportExamples, exportProvocations } from './test-support/exports-examples.ts'
import { fileExamples, fileProvocations } from './test-support/files-examples.ts'
import { imageExamples } from './test-support/images-examples.ts'
import { inferenceJobExamples, inferenceJobProvocations } from './test-support/inference-jobs-examples.ts'
import { jobExamples, jobProvocations } from './test-support/jobs-examples.ts'
import { notificationExamples, notificationProvocations } from './test-support/notifications-examples.ts'
import { organizationExamples, organizationProvocations } from './test-support/organizations-examples.ts'
import { predictorExamples, predictorProvocations } from './test-support/predictors-examples.ts'
import { presetExamples, presetProvocations } from './test-support/presets-examples.ts'
import { profileExamples, profileProvocations } from './test-support/profiles-examples.ts'
import { projectExamples, projectProvocations } from './test-support/projects-examples.ts'
import { qcJobExamples, qcJobProvocations } from './test-support/qc-jobs-examples.ts'
import {
  registrationEstimateExamples,
  registrationEstimateProvocations,
} from './test-support/registration-estimates-examples.ts'
import { registrationExamples, registrationProvocations } from './test-support/registrations-examples.ts'
import { serverExamples, serverProvocations } from './test-support/servers-examples.ts'
import { slideBatchExamples, slideBatchProvocations } from './test-support/slide-batches-examples.ts'
import { slideExamples, slideProvocations } from './test-support/slides-examples.ts'
import { stainerExamples, stainerProvocations } from './test-support/stainers-examples.ts'
import { storageExamples, storageProvocations } from './test-support/storage-examples.ts'
import { supportExamples, supportProvocations } from './test-support/support-examples.ts'
import { tissueExamples, tissueProvocations } from './test-support/tissues-examples.ts'
import { userExamples, userProvocations } from './test-support/users-examples.ts'
import { viewerExamples, viewerProvocations } from './test-support/viewers-examples.ts'

export { makeProject } from './test-support/projects-examples.ts'

export const examples: Examples = {
  ...annotationExamples,
  ...annotationDetectionExamples,
  ...annotationFileExamples,
  ...apiTokenExamples,
  ...auditExamples,
  ...dashboardExamples,
  ...demoExamples,
  ...exportExamples,
  ...fileExamples,
  ...imageExamples,
  ...inferenceJobExamples,
  ...jobExamples,
  ...notificationExamples,
  ...organizationExamples,
  ...predictorExamples,
  ...presetExamples,
  ...profileExamples,
  ...projectExamples,
  ...qcJobExamples,
  ...registrationEstimateExamples,
  ...registrationExamples,
  ...serverExamples,
  ...slideBatchExamples,
  ...slideExamples,
  ...stainerExamples,
  ...storageExamples,
  ...supportExamples,
  ...tissueExamples,
  ...userExamples,
  ...viewerExamples,
}

export const provocations: Provocations = {
  ...annotationProvocations,
  ...annotationDetectionProvocations,
  ...annotationFileProvocations,
  ...apiTokenProvocations,
  ...auditProvocations,
  ...demoProvocations,
  ...exportProvocations,
  ...fileProvocations,
  ...inferenceJobProvocations,
  ...jobProvocations,
  ...notificationProvocations,
  ...organizationProvocations,
  ...predictorProvocations,
  ...presetProvocations,
  ...profileProvocations,
  ...projectProvocations,
  ...qcJobProvocations,
  ...registrationEstimateProvocations,
  ...registrationProvocations,
  ...serverProvocations,
  ...slideBatchProvocations,
  ...slideProvocations,
  ...stainerProvocations,
  ...storageProvocations,
  ...supportProvocations,
  ...tissueProvocations,
  ...userProvocations,
  ...viewerProvocations,
}

export const routeNames = Object.keys(routes) as RouteName[]

export function routeOf(name: RouteName): Route {
  return routes[name]
}

/** The request of the route's example, addressed to the given id where it has one. */
export function requestFor(name: RouteName, example: ExampleRequest): TestRequest {
  const route = routeOf(name)
  const query = example.query ? `?${new URLSearchParams(example.query)}` : ''
  return {
    method: route.method,
    url: `/api/${route.path.replace('{id}', example.id ?? '')}/${query}`,
    ...(example.body !== undefined && { body: example.body }),
  }
}

/** All bodies of the example. */
export const bodiesOf = ({ body, otherBodies = [] }: ExampleRequest): unknown[] => [body, ...otherBodies]

/** Who may use the route in the organisation: an administrator, or a superadmin acting there. */
export function actorFor(name: RouteName, api: TestApi, of: 'home' | 'away' = 'home'): TestMember {
  return routeOf(name).access === 'superadmin' ? api.superadmin : api[of].admin
}

export function mayUse(role: RoleKey, access: Access): boolean {
  if (access === 'superadmin') return false
  return access === 'member' || permissionsOf(role).includes(access)
}
