import { Login } from '../../features/auth/login.tsx'
import { useConfig } from '../config-context.ts'

export function LoginPage() {
  const { identity, demo_users } = useConfig()
  return <Login provider={identity.kind} demoUsers={demo_users} />
}
