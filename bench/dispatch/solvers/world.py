"""A company as arrays, for the models of other planners."""

import json
import math

import numpy as np

MINUTE = 60_000
STEP = 5
UNPLACED = 500
# Nobody has to be home before the shift ends.
HOME_BY = 10 * 24 * 60


def load(path):
    with open(path) as file:
        world = json.load(file)
    franchises = sorted({job["franchiseId"] for job in world["jobs"]})
    return [Branch(world, franchise) for franchise in franchises]


def drive_minutes(places):
    lat = np.array([place["lat"] for place in places])
    lng = np.array([place["lng"] for place in places])
    north = (lat[:, None] - lat[None, :]) * 111.2
    east = (lng[:, None] - lng[None, :]) * 111.2 * np.cos((lat[:, None] + lat[None, :]) * math.pi / 360)
    minutes = np.ceil(np.sqrt(north * north + east * east) * 1.3 / 45 * 60 + 3).astype(np.int64)
    np.fill_diagonal(minutes, 0)
    return minutes


class Branch:
    """One franchise. Places are numbered with the homes first; times are minutes of the day."""

    def __init__(self, world, franchise):
        ours = lambda one: one["franchiseId"] == franchise
        self.workers = sorted(filter(ours, world["workers"]), key=lambda worker: worker["id"])
        self.jobs = sorted(filter(ours, world["jobs"]), key=lambda job: job["id"])
        homes = [worker["home"] for worker in self.workers]
        self.drive = drive_minutes(homes + [job["place"] for job in self.jobs])
        # Visits start on marks and last a whole number of them, so a drive takes its minutes rounded up.
        self.clock = -(-self.drive // STEP) * STEP
        self.clock[:, : len(homes)] = 0
        self.day_starts = [day["start"] for day in self.workers[0]["days"]]
        self.shift = self.only({self.shift_of(day) for worker in self.workers for day in worker["days"]})
        self.most_jobs = self.only({worker["maxJobsPerDay"] for worker in self.workers})
        self.duration = [job["durationMinutes"] for job in self.jobs]
        self.days_of, self.early, self.late = [], [], []
        for job in self.jobs:
            self.add_windows(job)
        self.able = np.array(
            [[set(job["skills"]) <= set(worker["skills"]) for job in self.jobs] for worker in self.workers]
        )
        self.unplaced = [self.unplaced_cost(job, world["now"]) for job in self.jobs]

    def only(self, values):
        assert len(values) == 1, "these models need the same hours and limits for everyone"
        return values.pop()

    def shift_of(self, day):
        shift = self.only({(shift["start"], shift["end"]) for shift in day["shifts"]})
        return tuple((moment - day["start"]) // MINUTE for moment in shift)

    def add_windows(self, job):
        days, hours = [], set()
        for window in job["windows"]:
            day = max(at for at, start in enumerate(self.day_starts) if start <= window["from"])
            start = self.day_starts[day]
            days.append(day)
            hours.add(((window["from"] - start) // MINUTE, (window["until"] - start) // MINUTE))
        early, late = self.only(hours)
        self.days_of.append(days)
        self.early.append(max(early, self.shift[0]))
        self.late.append(min(late, self.shift[1] - job["durationMinutes"]))

    def unplaced_cost(self, job, now):
        weeks = max(0, min(1, (now - job["waitingSince"]) / (7 * 24 * 60 * MINUTE)))
        return UNPLACED * (1 + job["priority"] / 100 + weeks / 2)

    def visits(self, routes):
        """Visits at their earliest starts, from the jobs of each worker and day in order."""
        for (worker, day), jobs in routes.items():
            ready, place = self.shift[0], worker
            for job in jobs:
                start = max(ready + int(self.clock[place, len(self.workers) + job]), self.early[job])
                yield {
                    "jobId": self.jobs[job]["id"],
                    "workerId": self.workers[worker]["id"],
                    "day": day,
                    "start": self.day_starts[day] + start * MINUTE,
                }
                ready, place = start + self.duration[job], len(self.workers) + job


def run(solve):
    """Solves each franchise with its share of the CPU seconds and prints all visits."""
    import sys
    import time

    branches = load(sys.argv[1])
    seconds = float(sys.argv[2]) / sum(len(branch.jobs) for branch in branches)
    visits, cpu = [], 0.0
    for branch in branches:
        began = time.process_time()
        routes = solve(branch, seconds * len(branch.jobs))
        cpu += time.process_time() - began
        visits += branch.visits(routes)
    print(json.dumps({"cpuSeconds": cpu, "visits": visits}))
