import { Dashboard } from '../../features/dashboard/dashboard.tsx'
import { useOrganization } from '../../features/organization/queries.ts'
import { CreateProjectButton } from '../../features/projects/create-project-button.tsx'
import { ProjectList } from '../../features/projects/project-list.tsx'

export function DashboardPage() {
  const { organization } = useOrganization()
  return (
    <Dashboard organizationName={organization.display_name} action={<CreateProjectButton />}>
      <ProjectList />
    </Dashboard>
  )
}
