/** Given on the command line at each start, so that a newer Cresyl brings its own to an old cluster. */
export function serverSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket's path may be at most 107 bytes, which a data folder's easily exceeds.
    unix_socket_directories: '',
    // Containers often have 64 MB of POSIX shared memory.
    dynamic_shared_memory_type: 'mmap',
    max_connections: '60',
    shared_buffers: '128MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
  }
}

export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
