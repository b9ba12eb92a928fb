-- Each rule comes with its column, so the tables need no copy.
ALTER TABLE `billing_schedules` ADD `interval_weeks` integer
	CONSTRAINT "billing_schedules_weeks" CHECK("interval_weeks" IS NULL OR ("interval_weeks" BETWEEN 1 AND 4 AND "interval_months" = 1));--> statement-breakpoint
ALTER TABLE `job_templates` ADD `interval_weeks` integer
	CONSTRAINT "job_templates_weeks" CHECK("interval_weeks" IS NULL OR ("interval_weeks" BETWEEN 1 AND 4 AND "interval_months" = 1));--> statement-breakpoint
ALTER TABLE `maintenance_plans` ADD `interval_weeks` integer
	CONSTRAINT "maintenance_plans_weeks" CHECK("interval_weeks" IS NULL OR ("interval_weeks" BETWEEN 1 AND 4 AND "interval_months" = 1));
