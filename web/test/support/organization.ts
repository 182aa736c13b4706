import { ApiError } from '@cresyl/contract/api/errors'
import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import type { Project } from '@cresyl/contract/lab/projects'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { Organization, OrganizationSettings } from '@cresyl/contract/people/organizations'
import type { Profile } from '@cresyl/contract/people/profiles'
import { noThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { qcStates, type Slide } from '@cresyl/contract/slides/slides'
import { type Answers, emptyPage, pageOf } from './server.ts'

let ids = 0
/** Another one each time, in the order in which they were made. */
export const newId = (): string => `0199f0a0-0000-7000-8000-${String(++ids).padStart(12, '0')}`

/** Some time in the past, the same in every run. */
export const sometime = '2026-03-02T09:30:00.000Z'

export const config: AppConfig = {
  version: '1',
  identity: {
    kind: 'embedded',
    issuer: 'https://cresyl.example/oidc',
    client_id: 'web',
    audience: 'api',
    audience_parameter: 'resource',
    scope: 'openid',
    organization_parameter: 'organization',
    organization: null,
    claims: {
      organization: 'org_id',
      organization_name: 'org_name',
      organization_display_name: 'org_display_name',
      name: 'name',
      email: 'email',
      picture: 'picture',
      permissions: 'permissions',
    },
  },
  mail: false,
  upload_origin: 'https://cresyl.example',
  demo_users: [],
}

/** One's own each time: tabs of the same one share what they hear. */
export const makeOrganization = (): Organization => ({
  id: newId(),
  name: 'demo',
  display_name: 'Demo Pathology',
  branding: { primary: null, accent: null, logo: null },
})

const people = {
  guest: 'Giulia Ferri',
  user: 'Yuki Tanaka',
  manager: 'Marta Novak',
  admin: 'Amina Diallo',
} as const satisfies Record<RoleKey, string>

export const makePerson = (role: RoleKey) => ({
  id: `0199f0a0-0000-7000-9000-00000000000${Object.keys(people).indexOf(role)}`,
  name: people[role],
  picture: null,
  email: `${role}@demo.example`,
})

export function makeProfile(role: RoleKey, changes: Partial<Profile> = {}): Profile {
  return {
    ...makePerson(role),
    theme: 'system',
    locale: null,
    notifications: {},
    digest: 'off',
    welcomed: true,
    managed_by: 'cresyl',
    superadmin: false,
    acting: false,
    permissions: [...permissionsOf(role)],
    version: 1,
    ...changes,
  }
}

export function makeSettings({ id, display_name, branding }: Organization): OrganizationSettings {
  return {
    id: newId(),
    organization_id: id,
    display_name,
    branding,
    time_zone: 'Europe/Vienna',
    retention_days: 30,
    label_visibility: 'managers',
    annotation_classes: [],
    qc_automatic: true,
    qc_thresholds: noThresholds,
    quota_bytes: null,
    updated_at: sometime,
    version: 1,
  }
}

export function makeProject(changes: Partial<Project> & { name: string }): Project {
  return {
    id: newId(),
    description: '',
    slide_count: 0,
    cover_image_ids: [],
    virtual_cover_ids: [],
    archived_at: null,
    deleted_at: null,
    created_at: sometime,
    created_by: null,
    updated_at: sometime,
    version: 1,
    ...changes,
  }
}

export function makeSlide(changes: Partial<Slide> & { name: string }): Slide {
  const image = newId()
  return {
    id: newId(),
    image_id: image,
    source_image_id: image,
    output_image_ids: [],
    virtual_image_ids: [],
    label_image_id: null,
    macro_image_id: null,
    file_id: newId(),
    project: null,
    tissue: null,
    stainer: null,
    width: 40_000,
    height: 30_000,
    mpp_x: 0.25,
    mpp_y: 0.25,
    file_mpp_x: 0.25,
    file_mpp_y: 0.25,
    mpp: null,
    objective: 40,
    vendor: 'Aperio',
    channel_count: 3,
    size: 5_000_000,
    qc_state: 'none',
    qc_overridden: false,
    qc_job_id: null,
    qc_overridden_by: null,
    scanned_at: null,
    deleted_at: null,
    created_at: sometime,
    created_by: null,
    updated_at: sometime,
    version: 1,
    ...changes,
  }
}

export function makeDashboard(changes: Partial<Dashboard> = {}): Dashboard {
  const qcCounts = qcStates.map((state) => [state, 0] as const)
  return {
    slide_count: 0,
    unsorted_count: 0,
    unsorted_covers: { cover_image_ids: [], virtual_cover_ids: [] },
    qc_counts: Object.fromEntries(qcCounts) as Dashboard['qc_counts'],
    storage: { used_bytes: 0, quota_bytes: null },
    attention: { count: 0, results: [] },
    ...changes,
  }
}

/** What the frame of every page asks for, in an organisation that has nothing yet. */
export function answersOf(organization: Organization, role: RoleKey): Answers {
  return {
    currentOrganization: organization,
    listOrganizationSettings: ({ query }) => pageOf([makeSettings(organization)], query),
    readProfile: makeProfile(role),
    listNotifications: { ...emptyPage, unread: 0 },
    listJobs: emptyPage,
    readSupport: {
      destination: 'desk',
      open: 0,
      waiting: 0,
      failed: 0,
      waiting_since: null,
      reason: null,
    },
    readDemo: { state: 'none', arrived: 0, total: 0, job_id: null, slides: 0, projects: 0 },
    readDashboard: makeDashboard(),
    listRecentSlides: emptyPage,
    listSlides: emptyPage,
    listFiles: emptyPage,
    listTissues: emptyPage,
    listStainers: emptyPage,
    listPredictors: emptyPage,
    listUploaders: emptyPage,
    listPresets: emptyPage,
    listUsers: emptyPage,
    ...withProjects(),
  }
}

/** Answers that keep projects, as the server would. */
export function withProjects(...initial: Project[]) {
  let kept = initial
  const find = ({ id }: { id: string }): Project => {
    const project = kept.find((each) => each.id === id)
    if (!project) throw new ApiError('not_found')
    return project
  }
  const change = (project: Project, changes: Partial<Project>): Project => {
    const changed = { ...project, ...changes, version: project.version + 1 }
    kept = kept.map((each) => (each.id === project.id ? changed : each))
    return changed
  }
  const checkName = (name: string | undefined, except?: Project) => {
    const taken = kept.some((each) => each !== except && each.name === name)
    if (taken) {
      const fields = { name: ['A project with this name already exists.'] }
      throw new ApiError('name_taken', { fields })
    }
  }
  return {
    listProjects({ query }) {
      const { search = '', state, ordering } = query
      const stateOf = ({ deleted_at, archived_at }: Project) =>
        deleted_at ? 'deleted' : archived_at ? 'archived' : 'active'
      const found = kept
        .filter((each) => stateOf(each) === state && each.name.includes(search))
        .sort((a, b) => (ordering.endsWith('name') ? a.name.localeCompare(b.name) : 0))
      return pageOf(ordering.startsWith('-') ? found.reverse() : found, query)
    },
    readProject: ({ params }) => find(params),
    createProject({ body: { name, description } }) {
      checkName(name)
      const project = makeProject({ name, description })
      kept = [...kept, project]
      return project
    },
    updateProject({ params, body: { version, archived, name, description } }) {
      const project = find(params)
      if (version !== undefined && version !== project.version) {
        throw new ApiError('stale_version', { current: project })
      }
      checkName(name, project)
      return change(project, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(archived !== undefined && { archived_at: archived ? sometime : null }),
      })
    },
    deleteProject({ params }) {
      change(find(params), { deleted_at: sometime })
      return undefined
    },
    restoreProject: ({ params }) => change(find(params), { deleted_at: null }),
  } satisfies Answers
}
