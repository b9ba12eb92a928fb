"""python solve_vroom.py WORLD.json SECONDS: a worker's day is a vehicle, and a job's only day is a skill."""

from datetime import timedelta

import numpy as np
import vroom
from world import HOME_BY, run

FIRST_DAY_SKILL = 100


def solve(branch, seconds):
    names = sorted({skill for worker in branch.workers for skill in worker["skills"]})
    number = {name: at for at, name in enumerate(names)}
    model = vroom.Input()
    model.set_durations_matrix("car", (branch.clock * 60).astype(np.uint32))
    model.set_costs_matrix("car", branch.drive.astype(np.uint32))
    days = len(branch.day_starts)
    for worker, person in enumerate(branch.workers):
        for day in range(days):
            model.add_vehicle(
                vroom.Vehicle(
                    worker * days + day,
                    start=worker,
                    end=worker,
                    profile="car",
                    max_tasks=branch.most_jobs,
                    skills={number[skill] for skill in person["skills"]} | {FIRST_DAY_SKILL + day},
                    time_window=vroom.TimeWindow(branch.shift[0] * 60, HOME_BY * 60),
                )
            )
    top = max(branch.unplaced)
    for at, job in enumerate(branch.jobs):
        if not branch.able[:, at].any():
            continue
        only_day = {FIRST_DAY_SKILL + branch.days_of[at][0]} if len(branch.days_of[at]) == 1 else set()
        model.add_job(
            vroom.Job(
                at,
                location=len(branch.workers) + at,
                default_service=branch.duration[at] * 60,
                skills={number[skill] for skill in job["skills"]} | only_day,
                priority=round(100 * branch.unplaced[at] / top),
                time_windows=[vroom.TimeWindow(branch.early[at] * 60, branch.late[at] * 60)],
            )
        )
    timeout = timedelta(seconds=max(0.01, seconds))
    steps = model.solve(exploration_level=5, nb_threads=1, timeout=timeout).routes
    routes = {}
    for vehicle, kind, job in zip(steps["vehicle_id"], steps["type"], steps["id"]):
        if kind == "job":
            routes.setdefault(divmod(int(vehicle), days), []).append(int(job))
    return routes


run(solve)
