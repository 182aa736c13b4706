import { Dashboard } from '../../features/dashboard/dashboard.tsx'
import { DemoStrip } from '../../features/demo/demo-strip.tsx'
import { useFailedJobs } from '../../features/jobs/queries.ts'
import { RunningJobs } from '../../features/jobs/running-jobs.tsx'
import { useOrganization } from '../../features/organization/queries.ts'
import { CreateProjectButton } from '../../features/projects/create-project-button.tsx'
import { ProjectList } from '../../features/projects/project-list.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { allProjects, paths } from '../paths.ts'
import { words } from '../words.ts'
import { DashboardWelcome } from './dashboard-welcome.tsx'

export function DashboardPage() {
  const { organization } = useOrganization()
  const { data: failed } = useFailedJobs()
  return (
    <Dashboard
      organizationName={organization.display_name}
      uploads={paths.uploads}
      slides={`/project/${allProjects}`}
      failures={failed?.count}
      renderFirst={(figures) => (
        <>
          <DemoStrip />
          <DashboardWelcome figures={figures} />
        </>
      )}
      running={<RunningJobs />}
      renderProjects={(figures) => (
        <Section title={words.dashboard.projects} action={<CreateProjectButton variant="outlined" />}>
          <ProjectList
            unsorted={figures ? { count: figures.unsorted_count, covers: figures.unsorted_covers } : null}
          />
        </Section>
      )}
    />
  )
}
