import { describe, expect, test } from 'bun:test'
import { diskKind, findMount } from '../../bench/support/disk'
import { machineLines } from '../../bench/support/machine'
import { parseCpuTicks, parseResidentBytes } from '../../bench/support/procfs'

describe('the disk under a folder', () => {
  const mounts = [
    '/dev/vda / ext4 rw 0 0',
    'tmpfs /tmp tmpfs rw 0 0',
    '/dev/nvme0n1p2 /srv/big\\040disk xfs rw 0 0',
    '',
  ].join('\n')

  test.each([
    ['/tmp/data', 'tmpfs'],
    ['/tmpfiles', 'ext4'],
    ['/srv/big disk/x', 'xfs'],
    ['/', 'ext4'],
  ])('of %s is %s', (folder, filesystem) => {
    expect(findMount(mounts, folder)?.filesystem).toBe(filesystem)
  })

  test.each([
    ['nvme0n1p2', null, 'NVMe'],
    ['vda1', '1', 'virtual disk'],
    ['sda1', '0', 'SSD'],
    ['sdb', '1', 'hard disk'],
    ['dm-0', null, 'kind unknown'],
  ])('%s (rotational %p) is called %s', (name, rotational, kind) => {
    expect(diskKind(name, rotational)).toBe(kind)
  })
})

describe('a process', () => {
  test('reports its user and system ticks, even when its name contains spaces and brackets', () => {
    const stat = '42 (bun (x) y) S 1 42 42 0 -1 4194304 100 0 0 0 250 75 0 0 20 0 12 0 1000 1 1'
    expect(parseCpuTicks(stat)).toBe(325)
    expect(() => parseCpuTicks('42 (bun) S')).toThrow()
  })

  test('reports the resident memory from its status', () => {
    expect(parseResidentBytes('Name:\tbun\nVmHWM:\t    9000 kB\nVmRSS:\t    2048 kB\n')).toBe(2_097_152)
    expect(() => parseResidentBytes('Name:\tkthreadd\n')).toThrow('VmRSS')
  })
})

test('a machine is described without Node when no peer runs on it', () => {
  const machine = {
    cores: 2,
    model: 'Some Processor',
    memoryGb: 24,
    kernel: 'Linux 6.18',
    disk: 'ext4 on vda, virtual disk',
    bun: '1.4.4',
    bunSqlite: '3.53.4',
    node: null,
    nodeSqlite: null,
  }
  const date = new Date('2026-03-04T10:00:00Z')
  expect(machineLines(machine, date)).toContain('- Date: 2026-03-04')
  expect(machineLines(machine, date).join('\n')).not.toContain('Node')
  expect(machineLines({ ...machine, node: '26.10.0', nodeSqlite: '3.53.4' }, date)).toContain(
    '- Node 26.10.0, SQLite 3.53.4',
  )
})
