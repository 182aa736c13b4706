import { Login } from '../../features/auth/login.tsx'
import { useConfig } from '../config-context.ts'

export function LoginPage() {
  return <Login demoUsers={useConfig().demo_users} />
}
