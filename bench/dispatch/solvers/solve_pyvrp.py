"""python solve_pyvrp.py WORLD.json SECONDS: a worker's day is a vehicle type. Each day and set of skills has its
own distances, in which the jobs it can't do are too far away."""

import time

import numpy as np
import pyvrp
from world import HOME_BY, run

TOO_FAR = 10_000_000
SCALE = 100


class CpuTime:
    def __init__(self, seconds):
        self.end = time.process_time() + seconds

    def __call__(self, _best):
        return time.process_time() > self.end


def solve(branch, seconds):
    homes, days = len(branch.workers), len(branch.day_starts)
    jobs = [job for job in range(len(branch.jobs)) if branch.able[:, job].any()]
    places = list(range(homes)) + [homes + job for job in jobs]
    drive = branch.drive[np.ix_(places, places)] * SCALE
    clock = branch.clock[np.ix_(places, places)]
    profiles, distances, types = {}, [], []
    for worker in range(homes):
        for day in range(days):
            possible = [bool(branch.able[worker, job]) and day in branch.days_of[job] for job in jobs]
            profile = profiles.setdefault(tuple(possible), len(distances))
            if profile == len(distances):
                distance = drive.copy()
                distance[:, [homes + at for at, is_possible in enumerate(possible) if not is_possible]] = TOO_FAR
                np.fill_diagonal(distance, 0)
                distances.append(distance)
            types.append(
                pyvrp.VehicleType(
                    capacity=[branch.most_jobs],
                    start_depot=worker,
                    end_depot=worker,
                    tw_early=branch.shift[0],
                    tw_late=HOME_BY,
                    profile=profile,
                )
            )
    clients = [
        pyvrp.Client(
            location=homes + at,
            delivery=[1],
            service_duration=branch.duration[job],
            tw_early=branch.early[job],
            tw_late=branch.late[job],
            prize=round(branch.unplaced[job] * SCALE),
            required=False,
        )
        for at, job in enumerate(jobs)
    ]
    data = pyvrp.ProblemData(
        [pyvrp.Location(0, 0) for _ in places],
        clients,
        [pyvrp.Depot(location=worker) for worker in range(homes)],
        types,
        distances,
        [clock] * len(distances),
    )
    best = pyvrp.solve(data, CpuTime(seconds), seed=1, collect_stats=False, display=False).best
    assert best.is_feasible(), "no plan was found"
    routes = {}
    for route in best.routes():
        visited = [jobs[stop.idx] for stop in route if stop.is_client()]
        routes[divmod(route.vehicle_type(), days)] = visited
    return routes


run(solve)
