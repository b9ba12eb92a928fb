@echo off
rem Runs Truckroll with Bun: the one on this machine, or else the right version from npm.
setlocal
cd /d "%~dp0"
set "bun=bun"
where /q bun
if errorlevel 1 (
  for /f "tokens=2 delims=@" %%v in ('findstr /c:"\"packageManager\"" package.json') do set "bun=npx -y bun@%%v"
)
set "bun=%bun:",=%"
if "%~1"=="test" goto test
if "%~1"=="start" goto start
if not exist node_modules call %bun% run scripts/install.ts
call %bun% src/cli.ts %*
exit /b %errorlevel%
:test
call %bun% run %*
exit /b %errorlevel%
:start
call %bun% run scripts/install.ts
if errorlevel 1 exit /b %errorlevel%
call %bun% src/index.ts
